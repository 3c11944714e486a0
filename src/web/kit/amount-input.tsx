import { Input } from 'antd'
import { useId, useState } from 'react'
import { Exact, formatAmount, formatWithUnit, toCapitals } from '#contract/money.ts'
import { tr } from './labels.ts'

interface AmountInputProps {
  /** Decimal string in yuan, as on the wire; '' or undefined when empty. */
  value?: string | null
  onChange?: (value: string | undefined) => void
  id?: string
  /** Fraction digits: 2 for amounts, up to 6 for unit prices. */
  digits?: number
  unit?: string
  /** false for quantities and rates. */
  capitals?: boolean
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-required'?: boolean | 'true' | 'false'
  'aria-invalid'?: boolean | 'true' | 'false'
}

/** An amount: digits with unit, grouped once left, with its size in words and capitals beside, against slips of a zero. */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, digits = 2, unit = '元', capitals = true, placeholder, ...rest } = props
  const hintId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? grouped(value)
  const words = capitals ? toCapitals(value) : ''
  const large = value && /^\d/.test(value) && new Exact(value).gte(10_000) ? `${formatWithUnit(value)}${tr(unit)}` : ''
  return (
    <span className="kb-amount-input">
      <Input
        {...rest}
        className="kb-amount-field"
        inputMode="decimal"
        autoComplete="off"
        suffix={tr(unit)}
        value={shown}
        placeholder={placeholder}
        aria-describedby={words ? hintId : undefined}
        onFocus={(event) => {
          setTyped(value ?? '')
          // The shown text changes on focus, which would drop the selection a Tab has made: typing must replace, not append.
          const field = event.target
          requestAnimationFrame(() => field.select())
        }}
        onBlur={() => setTyped(null)}
        onChange={(event) => {
          const next = cleanAmount(event.target.value, digits)
          if (next === null) return
          setTyped(next)
          onChange?.(next === '' ? undefined : next.replace(/\.$/, ''))
        }}
      />
      {words && (
        <span id={hintId} className="kb-amount-hint" aria-live="polite">
          {words}
          {large && <em>{large}</em>}
        </span>
      )}
    </span>
  )
}

/**
 * What is kept of a typed or pasted amount: separators, spaces, ¥ and full-width digits are understood; more fraction
 * digits than allowed, a sign or letters refuse the keystroke (null) instead of silently changing the amount.
 */
export function cleanAmount(text: string, digits: number): string | null {
  const plain = text.normalize('NFKC').replace(/[,\s¥￥元]/g, '')
  if (plain === '') return ''
  const match = /^(\d{0,15})(?:(\.)(\d*))?$/.exec(plain)
  if (!match) return null
  const [, whole = '', dot = '', fraction = ''] = match
  if (fraction.length > digits || (dot && digits === 0)) return null
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${dot}${fraction}`
}

function grouped(value: string | null | undefined): string {
  if (!value) return ''
  const digits = value.split('.')[1]?.length ?? 0
  return formatAmount(value, digits)
}
