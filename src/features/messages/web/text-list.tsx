import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Tone } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { sendAgain, textPage } from '../contract-settings.ts'
import { CHANNELS, OUTSIDE } from '../rules.ts'

const STATES: Record<string, { label: string; tone: Tone }> = {
  waiting: { label: '待发送', tone: 'active' },
  sent: { label: '已发送', tone: 'success' },
  kept: { label: '未接入渠道', tone: 'neutral' },
  failed: { label: '发送失败', tone: 'danger' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
}

/** Texts, mails and WeChat messages of the platform: whether they left, and why not. */
export function Screen() {
  const again = useAction(sendAgain, { success: '已重新发送' })
  return (
    <ListScreen
      title="发送记录"
      endpoint={textPage}
      rowKey={(row) => row.textId}
      exportAs="发送记录"
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
        ],
      }}
      filters={[
        {
          kind: 'select',
          name: 'channel',
          label: '渠道',
          options: OUTSIDE.map((channel) => ({ value: channel, label: CHANNELS[channel] })),
        },
      ]}
      columns={[
        { key: 'subject', title: '主题', value: (row) => row.subject },
        { key: 'channel', title: '渠道', width: 80, value: (row) => CHANNELS[row.channel] },
        { key: 'recipient', title: '收件人', width: 180, value: (row) => row.recipient },
        {
          key: 'state',
          title: '状态',
          width: 120,
          value: (row) => STATES[row.state]!.label,
          render: (row) => <StatusTag {...STATES[row.state]!} />,
        },
        { key: 'attempts', title: '尝试次数', width: 90, value: (row) => String(row.attempts) },
        { key: 'failure', title: '失败原因', value: (row) => row.failure || '-' },
        { key: 'created', title: '创建时间', kind: 'time', width: 130, value: (row) => row.createdAt },
        { key: 'done', title: '完成时间', kind: 'time', width: 130, value: (row) => row.doneAt, hidden: true },
      ]}
      rowActions={(row) => [
        row.state === 'failed' && { label: '重新发送', onClick: () => again.run({ params: { textId: row.textId } }) },
      ]}
      empty={{ title: '暂无发送记录', hint: '平台发出的短信、邮件和微信消息会记录在这里' }}
    />
  )
}
