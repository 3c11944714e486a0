import type { BondRow } from '../contract/register.ts'

type Turning = Pick<BondRow, 'supplierName' | 'turnProblem'>

/** Why a bid bond cannot become a performance bond; undefined: nothing forbids it. */
export function turnReason({ turnProblem: problem }: Turning): string | undefined {
  return problem?.isBinding ? problem.message : undefined
}

/** The same, or what has to be known before, as the page says it beside the bond; undefined: nothing. */
export function turnNote({ turnProblem: problem }: Turning): string | undefined {
  return problem
    ? `${problem.isBinding ? '不能转为履约保证金' : '转为履约保证金前请注意'}：${problem.message}`
    : undefined
}

/** What is asked before a bid bond becomes a performance bond. */
export function turnQuestion(row: Turning): { title: string; content: string; okText: string } {
  const warning = row.turnProblem ? `请注意：${row.turnProblem.message}。` : ''
  const content = `${row.supplierName}的保证金将转为履约保证金，合同履行完毕后退还。${warning}`
  return { title: '转为履约保证金', content, okText: '转为履约保证金' }
}
