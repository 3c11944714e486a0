import type { BodyOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { POLICY_REASON } from '#web/kit/policy-reason.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { quotePolicy, setQuotePolicy } from '../contract-policy.ts'

type Body = BodyOf<typeof setQuotePolicy>

const KEY_OPTIONS = [
  { value: 'timed', label: '定时开启' },
  { value: 'bidder', label: '供应商密钥' },
  { value: 'joint', label: '联合密钥' },
]

/** How this tenant opens quotes, and whose keys they are sealed to at the least. */
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
            {
              title: '报价的密钥',
              hint: '定时开启：平台到截止时间启用密钥。供应商密钥：截止后由供应商提交各自的密钥，平台打不开。联合密钥：供应商提交密钥后，另须多名保管人共同开启。经办人员可以选择更强的方式，发布时确定并公布。',
              fields: [
                { kind: 'radio', name: 'leastKey', label: '至少采用', wide: true, options: KEY_OPTIONS },
                {
                  kind: 'amount',
                  name: 'raisedFrom',
                  label: '估算价达到',
                  help: '达到该金额的采购单须采用更强的方式；留空不按金额区分',
                },
                {
                  kind: 'radio',
                  name: 'raisedKey',
                  label: '达到后至少采用',
                  options: KEY_OPTIONS.slice(1),
                  when: (values) => Boolean(values.raisedFrom),
                },
              ],
            },
            POLICY_REASON,
          ]}
          submit={{
            label: '保存',
            confirm: '保存后对此后发布的采购单生效，已发布的采购单不受影响。',
            run: ({ raisedFrom, ...body }) => save.run({ body: { ...body, raisedFrom: raisedFrom || null } }),
          }}
        />
      )}
    </WhenLoaded>
  )
}
