import type * as z from 'zod'

/**
 * What is wrong with an input, in words for whoever typed it: for `z.config` on both sides. They stand below a field or
 * alone, so they name no field; a contract that knows better gives words of its own.
 */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input)
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return `${FORMATS[issue.format] ?? ''}格式不正确`
    case 'invalid_value':
      return isMissing(issue.input) ? MISSING : '请从列出的选项中选择'
    case 'not_multiple_of':
      return `应为${issue.divisor}的倍数`
    case 'unrecognized_keys':
      return `含有未知的内容：${issue.keys.join('、')}`
    default:
      return '输入有误，请检查'
  }
}

const MISSING = '请填写此项'

const FORMATS: Readonly<Record<string, string>> = {
  email: '邮箱',
  url: '网址',
  uuid: '编号',
  datetime: '时间',
  date: '日期',
  time: '时间',
}

const TYPES: Readonly<Record<string, string>> = {
  number: '请输入数字',
  int: '请输入整数',
  boolean: '请选择是或否',
  string: '请输入文字',
  date: '日期格式不正确',
  array: '请以列表给出',
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null
}

function wrongType(expected: string, input: unknown): string {
  return isMissing(input) ? MISSING : (TYPES[expected] ?? '数据格式错误')
}

interface Limit {
  origin: string
  inclusive?: boolean | undefined
  exact?: boolean | undefined
}

function tooBig({ origin, maximum, inclusive = true, exact }: Limit & { maximum: unknown }): string {
  const [limit, unit] = [String(maximum), UNITS[origin]]
  if (unit) return exact ? `应为${limit}${unit}` : `不能超过${limit}${unit}`
  return inclusive ? `不能大于${limit}` : `应小于${limit}`
}

function tooSmall({ origin, minimum, inclusive = true, exact }: Limit & { minimum: unknown }): string {
  const [limit, unit] = [String(minimum), UNITS[origin]]
  if (!unit) return inclusive ? `不能小于${limit}` : `应大于${limit}`
  if (exact) return `应为${limit}${unit}`
  if (limit === '1') return origin === 'string' ? MISSING : '请至少选择一项'
  return `至少${limit}${unit}`
}

const UNITS: Readonly<Record<string, string>> = { string: '个字', array: '项', set: '项', map: '项' }
