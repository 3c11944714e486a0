import { Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { Exact, formatAmount, formatWithUnit, toCapitals } from '#contract/money.ts'
import { useUnfinished } from '../unfinished.ts'
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

/**
 * An amount: digits with unit, grouped once left, with its size in words and capitals beside, against slips of a zero.
 * What cannot be an amount stays as it was typed, counts as nothing, says why, and holds back what would be handed in.
 */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, digits = 2, unit = '元', capitals = true, placeholder, ...rest } = props
  const hintId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const focused = useRef(false)
  const wrong = typed === null ? null : whyNoAmount(typed, digits)
  useUnfinished(wrong)
  // A value from elsewhere (a button beside the field) takes the place of what was left wrong.
  useEffect(() => {
    if (!focused.current) setTyped(null)
  }, [value])
  const shown = typed ?? grouped(value)
  const words = capitals ? toCapitals(value) : ''
  const large = value && /^\d/.test(value) && new Exact(value).gte(10_000) ? `${formatWithUnit(value)}${tr(unit)}` : ''
  return (
    <span className="kb-amount-input kb-block">
      <Input
        {...rest}

        inputMode="decimal"
        autoComplete="off"
        suffix={tr(unit)}
        value={shown}
        placeholder={placeholder}
        {...(wrong === null ? {} : { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={wrong !== null || words ? hintId : undefined}
        onFocus={(event) => {
          focused.current = true
          if (wrong === null) setTyped(value ?? '')
          // The shown text changes on focus, which would drop the selection a Tab has made: typing must replace, not append.
          // Selecting also focuses: whoever is in the next field by then must not be brought back.
          const field = event.target
          requestAnimationFrame(() => focused.current && field.select())
        }}
        onBlur={() => {
          focused.current = false
          if (wrong === null) setTyped(null)
        }}
        onChange={(event) => {
          const next = cleanAmount(event.target.value, digits)
          setTyped(next ?? event.target.value)
          onChange?.(next ? next.replace(/\.$/, '') : undefined)
        }}
      />
      {wrong !== null && (
        <span id={hintId} className="kb-amount-hint kb-flex kb-gap-12 kb-between kb-note kb-amount-wrong" role="alert">
          {wrong}
        </span>
      )}
      {wrong === null && words && (
        <span id={hintId} className="kb-amount-hint kb-flex kb-gap-12 kb-between kb-note" aria-live="polite">
          {words}
          {large && <em className="kb-warn kb-nowrap">{large}</em>}
        </span>
      )}
    </span>
  )
}

/**
 * What is kept of a typed or pasted amount: separators, spaces, ¥ and full-width digits are understood; null
 * for letters, a sign or more digits than allowed, which must not silently become another amount.
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

/** What is wrong with text that is not an amount, as a sentence; null when it is one, or empty. */
export function whyNoAmount(text: string, digits: number): string | null {
  if (cleanAmount(text, digits) !== null) return null
  const plain = text.normalize('NFKC').replace(/[,\s¥￥元]/g, '')
  const other = plain.replace(/[\d.]/g, '')
  if (other.startsWith('-') || other.startsWith('+')) return '金额不带正负号，请改正'
  if (other !== '') return `金额只能填写数字，请删去“${other.slice(0, 10)}”`
  const [whole = '', fraction = '', ...rest] = plain.split('.')
  if (rest.length > 0) return '金额只能有一个小数点'
  if (whole.length > 15) return '整数部分最多 15 位'
  if (digits === 0) return '只能填写整数'
  return `小数最多 ${digits} 位，现有 ${fraction.length} 位`
}

function grouped(value: string | null | undefined): string {
  if (!value) return ''
  const digits = value.split('.')[1]?.length ?? 0
  return formatAmount(value, digits)
}
