import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { leavePanel, ownPanel } from '../contract-supplier.ts'
import { CHANGE_KINDS, OUT_CAUSES } from '../rules/panel.ts'

type Own = OutputOf<typeof ownPanel>

/** How the own company stands in the review, changed demands, and the way out before the final offer. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(ownPanel, { params: { orderId } }, { fresh: 0 })
  useLive(query.data ? [`order:${orderId}`, `bid:${query.data.tradeId}`] : [])
  return <WhenLoaded query={query}>{(own) => <OwnPage own={own} />}</WhenLoaded>
}

function OwnPage({ own }: { own: Own }) {
  const { orderId, code, title, method, tradeId, open, blocked, changes } = own
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const place = (page: 'publish.tender' | 'round-talk.reply') => placeOf({ id: orderId, method }, page, 'supplier')
  const quote = () =>
    navigate(
      placeOf(
        { id: orderId, method, ids: { tradeId, roundId: open!.roundId, operation: 'quote' } },
        'quote.sheet',
        'supplier',
      ),
    )
  return (
    <article>
      <PageHead
        title={`${say(own, '{act}')}进展`}
        status={<StatusTag {...standOf(own)} />}
        facts={[code, title]}
        back={{ label: '项目详情', to: place('publish.tender') }}
        deadline={open ? { label: open.isFinal ? '最后报价截止' : '重新响应截止', at: open.deadline } : null}
        actions={
          <>
            {blocked !== '' && (
              <Button danger disabled={blocked !== null} title={blocked ?? undefined} onClick={() => setLeaving(true)}>
                退出
              </Button>
            )}
            <Button onClick={() => void navigate(place('round-talk.reply'))}>{say(own, '{act}')}安排与记录</Button>
            {open && (
              <Button type="primary" onClick={() => void quote()}>
                {open.isFinal ? '提交最后报价' : '重新提交响应文件'}
              </Button>
            )}
          </>
        }
      />
      {own.cause !== '' && (
        <Alert
          className="kb-below-16"
          type={own.cause === 'left' ? 'info' : 'warning'}
          showIcon
          title={OUT_CAUSES[own.cause]}
          description={own.reason}
        />
      )}
      {own.stand === 'waiting' && <p className="kb-hint">响应已开启，等待小组开始评审。</p>}
      {changes.length === 0 && own.stand === 'in' && !open && (
        <p className="kb-hint">小组正在评审；需要贵单位办理的事项会在此显示，并发送通知。</p>
      )}
      {changes.map((change) => (
        <section key={change.version} className="kb-section" aria-label={`第 ${change.version} 次采购需求变动`}>
          <h2>第 {change.version} 次采购需求变动</h2>
          <FieldList
            items={[
              { label: '范围', value: change.kinds.map((kind) => CHANGE_KINDS[kind]).join('、'), wide: true },
              { label: '内容', value: <span className="kb-pre">{change.content}</span>, wide: true },
              { label: '通知时间', value: formatTime(change.at) },
              { label: '重新响应截止', value: formatTime(change.deadline) },
              { label: '内容指纹', value: <Fingerprint hex={change.hash} />, wide: true },
            ]}
          />
        </section>
      ))}
      {isLeaving && (
        <ActionDialog
          title="退出"
          endpoint={leavePanel}
          schema={leavePanel.body}
          fields={[{ kind: 'area', name: 'reason', label: '退出原因', required: true, rows: 3, maxLength: 500 }]}
          input={({ reason }: { reason: string }) => ({ params: { orderId }, body: { reason } })}
          hint="退出后不再参加本采购，不能恢复；提交最后报价前退出的，保证金予以退还。"
          okText="确认退出"
          danger
          success="已退出"
          onClose={() => setLeaving(false)}
        />
      )}
    </article>
  )
}

function standOf({ stand, cause }: Own) {
  switch (stand) {
    case 'in':
      return { label: '继续参加', tone: 'success' as const }
    case 'out':
      return { label: cause === 'left' ? '已退出' : '不再参加' }
    case 'none':
      return { label: '未提交响应' }
    case 'waiting':
      return { label: '待评审', tone: 'active' as const }
  }
}
