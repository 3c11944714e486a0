const CODE_SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CODE_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'

/** The check character of the first 17 of a unified social credit code (GB 32100-2015 §4.6); null: bad characters. */
export function creditCodeCheck(first17: string): string | null {
  const values = [...first17].map((sign) => CODE_SIGNS.indexOf(sign))
  if (values.length !== 17 || values.includes(-1)) return null
  const sum = values.reduce((total, value, i) => total + value * CODE_WEIGHTS[i]!, 0)
  return CODE_SIGNS[(31 - (sum % 31)) % 31]!
}

/** 统一社会信用代码: 18 characters without I, O, S, V, Z, region digits in the middle, check character at the end. */
export function creditCodeOk(code: string): boolean {
  return /^[0-9A-Z]{2}\d{6}[0-9A-Z]{10}$/.test(code) && creditCodeCheck(code.slice(0, 17)) === code[17]
}

/** The check character of the first 17 digits of an identity number (GB 11643-1999, ISO 7064 MOD 11-2). */
export function identityCheck(first17: string): string | null {
  if (!/^\d{17}$/.test(first17)) return null
  const sum = [...first17].reduce((total, digit, i) => total + Number(digit) * ID_WEIGHTS[i]!, 0)
  return ID_CHECKS[sum % 11]!
}

/** 公民身份号码: 17 digits and a digit or X, with a day of birth that exists. */
export function identityNumberOk(number: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(number) || identityCheck(number.slice(0, 17)) !== number[17]) return false
  const [year, month, day] = [number.slice(6, 10), number.slice(10, 12), number.slice(12, 14)].map(Number) as [
    number,
    number,
    number,
  ]
  const born = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && born.getUTCMonth() === month - 1 && born.getUTCDate() === day
}

/** Exactly 11 digits, the first one 1 (specification part 1 section 5). */
export function mobileOk(mobile: string): boolean {
  return /^1\d{10}$/.test(mobile)
}

/** An account of a company: 8 to 30 digits; banks agree on no check digit for these. */
export function accountNumberOk(number: string): boolean {
  return /^\d{8,30}$/.test(number)
}

/** `320402********1234`: enough to recognise, not enough to use. */
export function maskedIdentity(number: string): string {
  return number.replace(/^(\w{6})\w+(\w{4})$/, (_, a: string, b: string) => `${a}${'*'.repeat(8)}${b}`)
}

/** `6222 **** 1234`. */
export function maskedAccount(number: string): string {
  return `${number.slice(0, 4)} **** ${number.slice(-4)}`
}
