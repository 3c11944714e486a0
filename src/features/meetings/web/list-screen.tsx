import { useSearchParams } from 'react-router'
import { countText, PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { cancelMeeting, meetingPage } from '../contract/meetings.ts'
import { ONLINE_LABELS, PRODUCT, spanText, STAGES } from '../rules/meeting.ts'
import { editPlace, meetingPlace, PLACES } from '../rules/places.ts'
import { answerTag, stageTag } from './words.ts'

const SCOPES = [
  { value: '', label: '我的会议' },
  { value: 'company', label: '本单位会议' },
]
export const METERED = PRODUCTS.find(({ code }) => code === PRODUCT)!

/** Meetings that one is asked to, or of the whole company, where those of others say when and whom to ask. */
export function Screen() {
  const [search] = useSearchParams()
  const scope = search.get('part') === 'company' ? 'company' : 'mine'
  const cancel = useAction(cancelMeeting, { success: '已取消，参会人会收到通知' })
  return (
    <ListScreen
      title="会议"
      endpoint={meetingPage}
      fixed={{ query: { scope } }}
      rowKey={(row) => row.meetingId}
      tabs={{
        param: 'stage',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...Object.entries(STAGES).map(([value, label]) => ({ value, label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '会议名称或主持人' }]}
      columns={[
        {
          key: 'title',
          title: '会议',
          value: (row) => row.title ?? '已占用',
          render: (row) =>
            row.title === null ? (
              <span className="kb-muted">已占用</span>
            ) : (
              <MainCell title={row.title} to={meetingPlace(row.meetingId)} />
            ),
        },
        { key: 'at', title: '时间', width: 230, value: (row) => spanText(row.from, row.until) },
        {
          key: 'place',
          title: '地点',
          value: (row) => [row.roomName, row.online !== 'none' && ONLINE_LABELS[row.online]].filter(Boolean).join('，'),
        },
        { key: 'host', title: '主持人', width: 90, value: (row) => row.hostName },
        scope === 'mine'
          ? {
              key: 'answer',
              title: '我的答复',
              width: 100,
              value: (row) => (row.isHost ? '主持' : answerTag(row.answer).label),
              render: (row) => (row.isHost ? '主持' : <StatusTag {...answerTag(row.answer)} />),
            }
          : {
              key: 'minutes',
              title: '计费时长',
              width: 130,
              value: (row) => (row.minutes ? countText(METERED, row.minutes) : ''),
            },
        {
          key: 'stage',
          title: '状态',
          width: 90,
          value: (row) => stageTag(row.stage).label,
          render: (row) => <StatusTag {...stageTag(row.stage)} />,
        },
      ]}
      rowActions={(row) => [
        row.title !== null && { label: '查看', to: meetingPlace(row.meetingId) },
        row.isHost && row.canCancel && { label: '变更', to: editPlace(row.meetingId) },
        row.canCancel && {
          label: '取消',
          danger: true,
          onClick: () =>
            askText({
              title: '取消会议',
              okText: '取消会议',
              hint: '参会人会收到通知，会议场所随即空出。',
              run: (reason) => cancel.run({ params: { meetingId: row.meetingId }, body: { reason } }),
            }),
        },
      ]}
      primary={{ label: '预订会议', to: PLACES.create }}
      empty={{ title: '没有会议', hint: '可预订本单位会议室，或召集线上会议' }}
    >
      <PageTabs label="会议范围" parts={SCOPES} />
    </ListScreen>
  )
}
