import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createObjection, tenderDetail } from '../../contract/supplier.ts'
import { say } from '../../methods/say.ts'
import { OBJECTION_FIELDS, objectionBody, type ObjectionValues } from './objection-fields.ts'
import { tenderPages } from './tender-pages.ts'

/** An objection in the publicity period. */
export function Screen() {
  const { orderId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(tenderDetail, { params: { orderId } })
  const at = tenderPages(orderId, query.data?.method)
  const create = useAction(createObjection, { success: '异议已提出' })
  const back = { label: '项目详情', to: at('publish.tender') }
  return (
    <WhenLoaded query={query}>
      {(tender) => {
        const action = tender.actions.find((one) => one.action === 'object')
        if (!action || action.reason) {
          return (
            <EmptyPage
              head="提出异议"
              back={back}
              title={action?.reason ?? '现在不能提出异议'}
              hint={say(tender, '{publicity}期内可以提出异议')}
            />
          )
        }
        return (
          <FormScreen<ObjectionValues>
            title="提出异议"
            facts={[
              tender.code,
              tender.title,
              tender.nextAt && `${tender.nextLabel} ${formatTime(tender.nextAt, true)}`,
            ]}
            back={back}
            draft={`supplier.objection.${orderId}`}
            schema={createObjection.body}
            sections={[
              {
                hint: `异议提出后，采购人须在${tender.answerPeriod}答复，答复前流程暂停。`,
                fields: OBJECTION_FIELDS,
              },
            ]}
            submit={{
              label: '提交异议',
              confirm: '提交后采购人将收到异议，答复前可以撤回。',
              run: (values) => create.run({ params: { orderId }, body: objectionBody(values) }),
            }}
            onDone={() => void navigate(at('candidates.objections'))}
          />
        )
      }}
    </WhenLoaded>
  )
}
