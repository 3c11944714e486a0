import { Checkbox } from 'antd'
import type * as z from 'zod'
import { formatAmount } from '#contract/money.ts'
import type { AwardInForce } from '../../../../contract/result.ts'
import { useBuyer } from '../../use-buyer.ts'

interface FallenChoiceProps {
  winners: z.output<typeof AwardInForce>['winners']
  /** Trades. */
  value: readonly string[]
  onChange: (excluded: string[]) => void
}

/** Which of the winners fall away; the others keep what they were awarded. */
export function FallenChoice({ winners, value, onChange }: FallenChoiceProps) {
  const { say } = useBuyer()
  return (
    <section className="kb-section">
      <h2>资格取消的{say('{winner}')}</h2>
      <Checkbox.Group
        className="kb-stack"
        aria-label={say('资格取消的{winner}')}
        value={[...value]}
        options={winners.map(({ tradeId, supplierName, price, lines }) => ({
          value: tradeId,
          label: `${supplierName}，${lines.length} 行，${formatAmount(price)} 元`,
        }))}
        onChange={(next) => onChange(next)}
      />
      <p className="kb-muted">{say('其余{winner}已{won}的行和数量不变。')}</p>
    </section>
  )
}
