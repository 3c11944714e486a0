import { expect, type Page } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** Opens the wallet of the local gateway from the cashier, and has it act; `look` is shown the wallet once it has paid. */
export async function payByWallet(
  { context, page }: Pick<Visitor, 'context' | 'page'>,
  { act = '正常支付', look }: { act?: string; look?: (wallet: Page) => Promise<void> } = {},
): Promise<void> {
  const [wallet] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: '打开模拟钱包' }).click(),
  ])
  await wallet.getByRole('button', { name: act }).click()
  await expect(wallet.getByText('已付款')).toBeVisible()
  await look?.(wallet)
  await wallet.close()
}
