import { expect } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** Opens the wallet of the local gateway from the cashier, and has it act. */
export async function payByWallet(
  { context, page }: Pick<Visitor, 'context' | 'page'>,
  { act = '正常支付' }: { act?: string } = {},
): Promise<void> {
  const [wallet] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: '打开模拟钱包' }).click(),
  ])
  await wallet.getByRole('button', { name: act }).click()
  await expect(wallet.getByText('已付款')).toBeVisible()
  await wallet.close()
}
