import type { Kernel } from '#server/context.ts'
import { bankOf } from './accounts.ts'
import { signatureOf } from './providers/remittance.ts'

export interface PayoutState {
  state: 'running' | 'success' | 'failed'
  /** The bank's number. */
  no: string
  reason?: string
}

/** Has the bank pay an amount out; asked again with the same code, it answers how that stands. Throws when it cannot be asked. */
export async function askBank(
  kernel: Kernel,
  tenantId: number,
  payout: { code: string; amount: string; accountNo: string; accountName: string; bank: string; branch: string },
): Promise<PayoutState> {
  const found = bankOf(kernel, tenantId)
  if (!found) throw new Error('no bank is configured')
  const { account, transport } = found
  const body = JSON.stringify({ act: 'pay', title: `提现 ${payout.code}`, ...payout })
  const timestamp = String(kernel.clock.now().getTime())
  const answer = await transport(account.base, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': signatureOf(account.key, timestamp, body),
    },
    body,
  })
  if (answer.status !== 200) throw new Error(`the bank answered ${answer.status}`)
  const { state, no = '', reason } = JSON.parse(answer.body) as { state?: string; no?: string; reason?: string }
  if (state === 'success') return { state, no }
  return state === 'failed' ? { state, no, reason: reason ?? '银行退回' } : { state: 'running', no }
}
