import { type InvoiceState, type RedState, STATES, type Side } from './enums.ts'

/** What is looked at. */
export interface Standing {
  state: InvoiceState
  /** The issuer has not answered, or refused. */
  problem: string
  isUsed: boolean
  /** The red letter asked for last. */
  red: { state: RedState; side: Side; problem: string } | null
  side: Side
}

interface Row {
  action: string
  label: string
  side?: Side
  /** True, or why not. */
  may: (one: Standing) => true | string
}

const stands = (one: Standing) => `发票${STATES[one.state].label}`
const isOpenRed = ({ red }: Standing) => red?.state === 'waiting' || red?.state === 'issuing'

const ROWS = [
  { action: 'withdraw', label: '撤回', side: 'buyer', may: (one) => one.state === 'applied' || stands(one) },
  {
    action: 'issue',
    label: '开票',
    side: 'payee',
    may: (one) => one.state === 'applied' || (one.state === 'issuing' && one.problem !== '') || stands(one),
  },
  { action: 'reject', label: '驳回', side: 'payee', may: (one) => one.state === 'applied' || stands(one) },
  {
    action: 'use',
    label: '登记已抵扣或入账',
    side: 'buyer',
    may(one) {
      if (one.state !== 'issued') return stands(one)
      if (one.isUsed) return '已登记抵扣或入账'
      return isOpenRed(one) ? '红冲办理中' : true
    },
  },
  {
    action: 'red',
    label: '红冲',
    may(one) {
      if (one.state !== 'issued') return stands(one)
      if (isOpenRed(one)) return '红冲办理中'
      return one.side === 'payee' || one.isUsed || '发票未抵扣、未入账，由开票方直接红冲'
    },
  },
  {
    action: 'redAgain',
    label: '再次提交红冲',
    may: ({ red }) => (red?.state === 'issuing' && red.problem !== '') || '没有未得到答复的红冲',
  },
  {
    action: 'answerRed',
    label: '答复红冲确认单',
    may: (one) => (one.red?.state === 'waiting' && one.red.side !== one.side) || '没有待本单位确认的红冲确认单',
  },
] as const satisfies readonly Row[]

export type InvoiceAction = (typeof ROWS)[number]['action']

/** What a side may do with an invoice now. */
export function actionsOf(one: Standing): InvoiceAction[] {
  return ROWS.filter((row) => refusalOf(row, one) === null).map(({ action }) => action)
}

/** Why an action cannot be taken; null where it can. */
export function refusalFor(action: InvoiceAction, one: Standing): string | null {
  return refusalOf(
    ROWS.find((row) => row.action === action)!,
    one,
  )
}

function refusalOf(row: Row, one: Standing): string | null {
  if (row.side && row.side !== one.side) return `由${row.side === 'payee' ? '开票方' : '受票方'}办理`
  const may = row.may(one)
  return may === true ? null : `${may}，不能${row.label}`
}
