/** Stands on every page of a supplier. */
export const NO_OFFER =
  '本次调研仅用于了解市场情况、形成采购需求，不构成采购要约或采购承诺。是否参与、如何应答，均不影响后续采购中对供应商的资格、评审和成交结果，参与调研不带来任何优势，不参与也不带来任何不利。'

/** Why answers cannot be read yet. */
export const HIDDEN = '调研截止前应答内容对采购人保密，截止后方可查看。'

/** What is wished of a parameter, with its unit. */
export function wishText({ wished, unit }: { wished: string; unit: string }): string {
  return [wished, unit].filter(Boolean).join(' ')
}
