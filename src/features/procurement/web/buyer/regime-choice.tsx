import { Radio } from 'antd'
import { companyOneself } from '#features/enterprise/contract/company.ts'
import { useCall } from '#web/use-call.ts'
import { type Regime, REGIMES } from '../../rules/regimes.ts'
import { useBuyer } from './use-buyer.ts'
import './buyer.css'

interface RegimeChoiceProps {
  disabled: boolean
  /** Given by the form. */
  value?: Regime
  onChange?: (regime: Regime) => void
  id?: string
}

/** What a project obeys, each with what follows from it. */
export function RegimeChoice({ disabled, value, onChange, id }: RegimeChoiceProps) {
  return (
    <Radio.Group
      {...(id && { id })}
      aria-label="适用制度"
      className="buyer-regimes"
      disabled={disabled}
      {...(value && { value })}
      onChange={(event) => onChange?.(event.target.value as Regime)}
      options={Object.entries(REGIMES).map(([regime, { label, meaning }]) => ({
        value: regime,
        label: (
          <>
            {label}
            <small className="kb-muted">{meaning}</small>
          </>
        ),
      }))}
    />
  )
}

const PUBLIC_INSTITUTION = 2

/**
 * What a new project begins with, once that is known: public institutions spend public money. An agency buys for
 * others, so it says it each time.
 */
export function useNewRegime(): { regime?: Regime } | undefined {
  const isPurchaser = useBuyer().side === 'purchaser'
  const { data, isPending } = useCall(companyOneself, {}, { enabled: isPurchaser })
  if (!isPurchaser) return {}
  if (isPending) return undefined
  return { regime: data?.companyType === PUBLIC_INSTITUTION ? 'government' : 'enterprise' }
}
