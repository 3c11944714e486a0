import { Button } from 'antd'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { tenderDetail, withdrawObjection } from '../../contract/supplier.ts'
import { tenderPages } from './tender-pages.ts'
import type { Tender } from './words.ts'
import './supplier.css'

/** The own objections to a tender, and what was answered. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(tenderDetail, { params: { orderId } })
  return <WhenLoaded query={query}>{(tender) => <Objections tender={tender} />}</WhenLoaded>
}

function Objections({ tender }: { tender: Tender }) {
  const at = tenderPages(tender.orderId)
  const may = tender.actions.find((action) => action.action === 'object')
  const withdraw = useAction(withdrawObjection, { success: '异议已撤回', refresh: [tenderDetail] })
  const takeBack = async (objectionId: string) => {
    if (await ask({ title: '撤回异议', content: '撤回后流程可继续进行。', okText: '撤回', danger: true }))
      await withdraw.run({ params: { objectionId } })
  }
  return (
    <>
      <PageHead
        title="异议"
        facts={[tender.code, tender.title]}
        back={{ label: '项目详情', to: at('publish.tender') }}
        actions={
          may && (
            <PrimaryButton
              label="提出异议"
              to={at('candidates.object')}
              {...(may.reason ? { disabled: may.reason } : {})}
            />
          )
        }
      />
      {tender.objections.length === 0 && (
        <EmptyState title="没有异议" hint="中标候选人公示期内可以提出异议，采购人须在三日内答复" />
      )}
      <ul className="tender-objections">
        {tender.objections.map((one) => (
          <li key={one.objectionId}>
            <h2 className="kb-row kb-gap-12 kb-tight kb-wrap">
              {one.subject}
              <StatusTag {...stateOf(one)} />
              {one.answer === null && one.withdrawnAt === null && (
                <Button type="link" size="small" danger onClick={() => void takeBack(one.objectionId)}>
                  撤回
                </Button>
              )}
            </h2>
            <p className="kb-muted">{formatTime(one.createdAt, true)} 提出</p>
            <p>{one.content}</p>
            {one.answer !== null && (
              <blockquote>
                <p className="kb-muted">{formatTime(one.answeredAt, true)} 答复</p>
                <p>{one.answer}</p>
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function stateOf(one: Tender['objections'][number]) {
  if (one.withdrawnAt !== null) return { label: '已撤回', tone: 'neutral' as const }
  return one.answer === null
    ? { label: '待答复', tone: 'warning' as const }
    : { label: '已答复', tone: 'success' as const }
}
