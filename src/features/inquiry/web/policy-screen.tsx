import type { BodyOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { POLICY_REASON } from '#web/kit/policy-reason.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { quotePolicy, setQuotePolicy } from '../contract-policy.ts'

type Body = BodyOf<typeof setQuotePolicy>

/** How this tenant opens quotes. */
export function Screen() {
  const query = useCall(quotePolicy, {}, { fresh: 0 })
  const save = useAction(setQuotePolicy, { success: '已保存，对此后发布的采购单生效' })
  return (
    <WhenLoaded query={query}>
      {(policy) => (
        <FormScreen<Body>
          key={query.dataUpdatedAt}
          title="报价开启"
          facts={['适用于询价、询比采购']}
          initial={policy}
          schema={setQuotePolicy.body}
          sections={[
            {
              title: '到报价截止时间后',
              hint: '两人确认的，到截止时间即停止接收报价，由经办单位两名有采购权限的人员分别确认后开启；任一人不能确认时，可由经办单位其他有权限的人员代替。',
              fields: [
                {
                  kind: 'radio',
                  name: 'openers',
                  label: '报价的开启',
                  wide: true,
                  options: [
                    { value: 0, label: '由平台自动开启' },
                    { value: 2, label: '由两人确认后开启' },
                  ],
                },
              ],
            },
            POLICY_REASON,
          ]}
          submit={{
            label: '保存',
            confirm: '保存后对此后发布的采购单生效，已发布的采购单不受影响。',
            run: (body) => save.run({ body }),
          }}
        />
      )}
    </WhenLoaded>
  )
}
