import { formatAmount } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { Figures } from '#web/kit/figures.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { depositQuota } from '../contract/quota.ts'

/** On a person's own page: up to how much the company's membership stands in for bonds, and what is left of it. */
export function Part() {
  const { employee } = useSession()
  return employee?.rights.some((right) => right === 'bidding' || right === 'finance') ? <Quota /> : null
}

function Quota() {
  const quota = useCall(depositQuota, {}, { fresh: 0 }).data
  if (!quota) return null
  return (
    <section className="kb-section" aria-label="保证金额度">
      <h2>保证金额度</h2>
      <Figures
        items={[
          { label: '可用额度', value: formatAmount(quota.remainQuota), unit: '元' },
          { label: '已用额度', value: formatAmount(quota.usedQuota), unit: '元' },
          {
            label: '总额度',
            value: formatAmount(quota.totalQuota),
            unit: '元',
            hint: `${quota.productName}${quota.until ? `，至 ${formatDate(quota.until)}` : ''}`,
          },
        ]}
      />
    </section>
  )
}
