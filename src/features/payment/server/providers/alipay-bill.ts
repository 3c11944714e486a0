import { Exact } from '#contract/money.ts'
import type { BillLine } from '../../rules/provider.ts'
import { filesOf } from './archive.ts'

/**
 * Lines of a trade bill as Alipay hands it out: an archive of tables in GBK, of which the one of single trades (业务明细) is read
 * by the names of its columns (https://opendocs.alipay.com/open/02ekfp). Throws where the archive has no such table.
 */
export async function alipayBillLines(archive: Buffer): Promise<BillLine[]> {
  for await (const { content } of filesOf(archive)) {
    const lines = readTable(new TextDecoder('gbk').decode(content))
    if (lines) return lines
  }
  throw new Error('the archive has no table of trades')
}

function readTable(text: string): BillLine[] | null {
  // What stands around the table begins with a hash.
  const [head, ...rows] = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const names = (head ?? '').split(',').map((name) => name.trim())
  if (!names.includes('商户订单号') || !names.includes('业务类型')) return null
  return rows.map((row): BillLine => {
    const values = row.split(',').map((value) => value.trim())
    const field = (name: string) => values[names.indexOf(name)] ?? ''
    const isRefund = field('业务类型') === '退款'
    // Signs of both vary with the kind of contract: what a refund gives back of the fee is negative with us.
    const size = (name: string) => new Exact(field(name) || '0').abs()
    return {
      kind: isRefund ? 'refund' : 'payment',
      ourNo: field(isRefund ? '退款批次号/请求号' : '商户订单号'),
      providerNo: field('支付宝交易号'),
      amount: size('订单金额（元）').toFixed(2),
      fee: (isRefund ? size('服务费（元）').negated() : size('服务费（元）')).toFixed(),
      isSuccess: true,
    }
  })
}
