import { Decimal } from 'decimal.js'
import * as z from 'zod'

/** 40 significant digits, half up, never exponent notation in what we print: specification part 1 section 9. */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 })
export type Exact = Decimal

/**
 * An amount on the wire: decimal string in yuan, at most 15 integer and 2 fraction digits, not negative. What is none is not
 * looked at further (`abort`): a refinement that computes with it would throw.
 */
export const Amount = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,2})?$/, { error: '金额格式不正确，最多两位小数', abort: true })
  .meta({ description: 'decimal string, yuan', kind: 'amount' })

/** A unit price or quantity on the wire: decimal string, at most 12 integer and 6 fraction digits, not negative. */
export const Quantity = z
  .string()
  .regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, { error: '数值格式不正确，最多六位小数', abort: true })
  .meta({ description: 'decimal string' })

/** Sum of decimal strings, exact. */
export function sum(values: Iterable<string>): string {
  let total = new Exact(0)
  for (const value of values) total = total.plus(value)
  return total.toFixed()
}

/** Line total in yuan: price × quantity, rounded half up to cents. */
export function lineTotal(price: string, quantity: string): string {
  return new Exact(price).times(quantity).toFixed(2)
}

/** `12345.6` → `12,345.60`; empty input → `-` (specification part 2 section 5). */
export function formatAmount(value: string | null | undefined, digits = 2): string {
  if (value == null || value === '') return '-'
  const [whole = '0', fraction] = new Exact(value).toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** With separators and all the digits that it has, `least` decimals at least: `1234.5670` → `1,234.567`. */
export function formatDigits(value: string, least = 0): string {
  const plain = trimZeros(value)
  return formatAmount(plain, Math.max(least, plain.split('.')[1]?.length ?? 0))
}

/** Large amounts with unit: 亿 from 1e8, 万 from 1e4, two decimals, with separators. */
export function formatWithUnit(value: string | null | undefined): string {
  if (value == null || value === '') return '-'
  const amount = new Exact(value)
  if (amount.abs().gte(1e8)) return `${formatAmount(amount.div(1e8).toFixed())}亿`
  if (amount.abs().gte(1e4)) return `${formatAmount(amount.div(1e4).toFixed())}万`
  return formatAmount(value)
}

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '兆']

/**
 * An amount in yuan in Chinese capitals, as on cheques (正确填写票据和结算凭证的基本规定):
 * `1680.32` → `壹仟陆佰捌拾元叁角贰分`, `100000` → `壹拾万元整`. Empty or unparsable input → ''.
 */
export function toCapitals(value: string | null | undefined): string {
  const digits = value?.replaceAll(',', '').trim() ?? ''
  if (digits === '') return ''
  let amount: Decimal
  try {
    amount = new Exact(digits).toDecimalPlaces(2)
  } catch {
    return ''
  }
  if (!amount.isFinite() || amount.abs().gte('1e16')) return ''
  const [whole = '0', cents = '00'] = amount.abs().toFixed(2).split('.')
  const jiao = Number(cents[0])
  const fen = Number(cents[1])
  const yuan = wholeInCapitals(whole)
  let text = yuan ? `${yuan}元` : ''
  if (jiao === 0 && fen === 0) text = text ? `${text}整` : '零元整'
  else {
    if (jiao > 0) text += `${DIGITS[jiao]}角`
    else if (text) text += '零'
    text += fen > 0 ? `${DIGITS[fen]}分` : '整'
  }
  return amount.isNegative() && !amount.isZero() ? `负${text}` : text
}

function wholeInCapitals(whole: string): string {
  let text = ''
  let pendingZero = false
  const groups = Math.ceil(whole.length / 4)
  for (let g = groups - 1; g >= 0; g--) {
    const part = whole.slice(Math.max(0, whole.length - (g + 1) * 4), whole.length - g * 4)
    let groupText = ''
    for (let i = 0; i < part.length; i++) {
      const digit = Number(part[i])
      if (digit === 0) {
        pendingZero = text !== '' || groupText !== ''
        continue
      }
      if (pendingZero) groupText += '零'
      pendingZero = false
      groupText += DIGITS[digit]! + PLACES[part.length - 1 - i]!
    }
    if (groupText) text += groupText + GROUPS[g]!
  }
  return text
}

/** Without the zeros that a column of fixed digits adds: `12.00` → `12`, `7.50` → `7.5`. */
export function trimZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
