/** How the documents' fee is paid: at the place that the notice names, as before, or through the platform's cashier. */
export const FEE_WAYS = { offline: '线下缴纳', online: '平台线上缴纳' } as const
export type FeeWay = keyof typeof FEE_WAYS

/** Whether an order asks for its fee online. `documentFee`: yuan. */
export function paysOnline({ documentFee, settings }: { documentFee: string; settings: unknown }): boolean {
  const way = (settings as { documentFeeBy?: FeeWay } | null)?.documentFeeBy
  return way === 'online' && Number(documentFee) > 0
}
