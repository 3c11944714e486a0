import { useParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { tenderDetail, withdrawObjection } from '../../contract/supplier.ts'
import { say } from '../../methods/say.ts'
import { OwnObjections } from './own-objections.tsx'
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
  const at = tenderPages(tender.orderId, tender.method)
  const may = tender.actions.find((action) => action.action === 'object')
  const withdraw = useAction(withdrawObjection, { success: '异议已撤回' })
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
      <OwnObjections
        rows={tender.objections}
        hint={say(tender, `{publicity}期内可以提出异议，采购人须在${tender.answerPeriod}答复`)}
        onWithdraw={(objectionId) => withdraw.run({ params: { objectionId } })}
      />
    </>
  )
}
