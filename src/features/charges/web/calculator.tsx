import { useState } from 'react'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { type Base, BASES } from '../rules/enums.ts'
import { type Amounts, basesIn, FormulaFault } from '../rules/expression.ts'
import { computeFee, type Fee, type Terms } from '../rules/fee.ts'
import { Derivation } from './derivation.tsx'

/** What a template charges for amounts that somebody types: computed here, by the code that the server computes with. */
export function Calculator({ terms }: { terms: Terms }) {
  const [amounts, setAmounts] = useState<Amounts>({})
  const bases = wanted(terms)
  const result = bases.every((base) => amounts[base]) ? outcome(terms, amounts) : null
  return (
    <>
      <div className="kb-flex kb-gap-20 kb-wrap">
        {bases.map((base) => (
          <Labelled key={base} label={BASES[base]}>
            {(id) => (
              <AmountInput
                id={id}
                value={amounts[base]}
                onChange={(value) => setAmounts({ ...amounts, [base]: value })}
              />
            )}
          </Labelled>
        ))}
      </div>
      {typeof result === 'string' && <p role="alert">{result}</p>}
      {result !== null && typeof result !== 'string' && (
        <>
          <p className="kb-above-12">
            <b>应收 {formatAmount(result.amount)} 元</b> <span className="kb-muted">{toCapitals(result.amount)}</span>
          </p>
          <Derivation lines={result.lines} />
        </>
      )}
    </>
  )
}

function wanted({ elements }: Terms): Base[] {
  try {
    return basesIn(elements)
  } catch {
    return []
  }
}

function outcome(terms: Terms, amounts: Amounts): Fee | string {
  try {
    return computeFee(terms, amounts)
  } catch (error) {
    if (error instanceof FormulaFault) return error.message
    throw error
  }
}
