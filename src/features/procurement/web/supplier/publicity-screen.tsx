import { Link, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { objectToPublicity, publicity, withdrawObjection } from '../../contract/supplier.ts'
import { PUBLIC_LIST } from './tender-pages.ts'
import { OBJECTION_FIELDS, objectionBody, type ObjectionValues } from './objection-fields.ts'
import { OwnObjections } from './own-objections.tsx'
import './supplier.css'

/** Objecting to a purchase from one supplier while its reason is publicised, and what was answered. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(publicity, { params: { orderId } })
  const create = useAction(objectToPublicity, { success: '异议已提出' })
  const withdraw = useAction(withdrawObjection, { success: '异议已撤回' })
  return (
    <WhenLoaded query={query}>
      {({ code, title, noticeId, publicityEnd, blocked, objections, answerPeriod }) => {
        const facts = [
          code,
          title,
          publicityEnd && `公示至 ${formatTime(publicityEnd)}`,
          <Link key="notice" to={`/portal/notices/${noticeId}`}>
            查看公示 ›
          </Link>,
        ]
        const back = { label: '采购信息', to: PUBLIC_LIST }
        const own = (
          <OwnObjections
            rows={objections}
            hint="公示期内可以对采用该采购方式提出异议"
            onWithdraw={(objectionId) => withdraw.run({ params: { objectionId } })}
          />
        )
        if (blocked)
          return (
            <>
              <PageHead title="对公示的异议" facts={[...facts, blocked]} back={back} />
              {own}
            </>
          )
        return (
          <FormScreen<ObjectionValues>
            key={objections.length}
            title="对公示的异议"
            facts={facts}
            back={back}
            draft={`supplier.publicity.${orderId}`}
            schema={objectToPublicity.body}
            sections={[
              ...(objections.length > 0 ? [{ title: '已提出的异议', content: own }] : []),
              {
                title: '提出异议',
                hint: `异议提出后，采购人须在${answerPeriod}组织补充论证并告知结论，答复前采购活动暂停。`,
                fields: OBJECTION_FIELDS,
              },
            ]}
            submit={{
              label: '提交异议',
              confirm: '提交后采购人将收到异议，答复前可以撤回。',
              run: (values) => create.run({ params: { orderId }, body: objectionBody(values) }),
            }}
          />
        )
      }}
    </WhenLoaded>
  )
}
