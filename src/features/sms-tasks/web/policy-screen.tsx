import type { BodyOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { POLICY_REASON } from '#web/kit/policy-reason.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { setSmsPolicy, smsPolicy } from '../contract/policy.ts'
import { SEGMENT } from '../rules/text.ts'

type Body = BodyOf<typeof setSmsPolicy>

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${hour}:00` }))

/** What text messages of companies cost here, and when none is sent. */
export function Screen() {
  const query = useCall(smsPolicy, {}, { fresh: 0 })
  const save = useAction(setSmsPolicy, { success: '已保存' })
  return (
    <WhenLoaded query={query}>
      {(policy) => (
        <FormScreen<Body>
          key={query.dataUpdatedAt}
          title="短信规则"
          facts={['适用于采购人向供应商库群发的短信']}
          initial={policy}
          sections={[
            {
              title: '单价',
              hint: `每 ${SEGMENT} 字计一条。费用在任务中按提交给短信通道的条数统计，平台不在此扣款；留空只统计条数。`,
              fields: [{ kind: 'quantity', name: 'price', label: '每条单价', unit: '元' }],
            },
            {
              title: '静默时段',
              hint: '落入该时段的群发短信等到时段结束再发；两项都留空则不设静默时段。平台的开标、截止等通知不受影响。',
              fields: [
                { kind: 'select', name: 'quietFrom', label: '开始', options: HOURS },
                { kind: 'select', name: 'quietTo', label: '结束', options: HOURS },
              ],
            },
            {
              title: '频次',
              hint: '同一采购人的短信任务每天（北京时间）发给同一号码的上限，保存后立即生效；超出的不发送，任务中会注明。留空则不限。',
              fields: [{ kind: 'integer', name: 'mostPerDay', label: '每个号码每天', min: 1, max: 50, unit: '条' }],
            },
            POLICY_REASON,
          ]}
          submit={{
            label: '保存',
            confirm: '单价和静默时段对此后提交的短信任务生效；每日上限立即生效。',
            run: ({ price, quietFrom, quietTo, mostPerDay, reason }) =>
              save.run({
                body: {
                  price: price || null,
                  quietFrom: quietFrom ?? null,
                  quietTo: quietTo ?? null,
                  mostPerDay: mostPerDay ?? null,
                  reason,
                },
              }),
          }}
        />
      )}
    </WhenLoaded>
  )
}
