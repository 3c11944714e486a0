import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { Context } from '#server/context.ts'
import { beijing } from './wechat-side.ts'
import { feeOf, movementsOf } from './trades.ts'

const COLUMNS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** The archive of a day in Beijing time as Alipay writes it. */
export async function alipayBill(ctx: Context<null>, day: string): Promise<Buffer> {
  const lines = (await movementsOf(ctx, 'alipay', day)).map((moved) => {
    const { isRefund, tradeNo, ourTradeNo, title, at } = moved
    const time = beijing(at).slice(0, 19).replace('T', ' ')
    const named = [tradeNo, ourTradeNo, isRefund ? '退款' : '交易', title.replaceAll(',', ' '), time, time]
    const amount = isRefund ? `-${moved.amount}` : moved.amount
    const sums = [amount, amount, '0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00']
    const fee = `-${feeOf(amount)}`.replace('--', '')
    return [...named, '', '', '', '', '模拟付款人', ...sums, isRefund ? moved.ourNo : '', fee, '0.00', '']
      .map((one) => `${one}\t`)
      .join(',')
  })
  const around = (text: string) => `#${text}`
  const detail = [
    around('支付宝业务明细查询'),
    around(`起始日期：[${day} 00:00:00]`),
    around('-----------------------------------------业务明细列表----------------------------------------'),
    COLUMNS,
    ...lines,
    around('-----------------------------------------业务明细列表结束------------------------------------'),
    around(`交易合计：${lines.length}笔`),
  ]
  const summary = [around('支付宝业务汇总查询'), '门店编号,门店名称,交易订单总笔数', `合计\t,,${lines.length}\t`]
  const zip = new yazl.ZipFile()
  const name = `local_${day.replaceAll('-', '')}`
  // The summary comes first, as it may: what is read must be found by its columns.
  zip.addBuffer(inGbk(summary.join('\r\n')), `${name}_summary.csv`)
  zip.addBuffer(inGbk(detail.join('\r\n')), `${name}_detail.csv`)
  zip.end()
  return buffer(zip.outputStream)
}

/** Node decodes GBK and has no encoder: the table the other way round. */
function inGbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk')
  const bytes = new Map<string, number[]>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const char = decoder.decode(Uint8Array.of(high, low))
      if (char.length === 1 && !bytes.has(char)) bytes.set(char, [high, low])
    }
  return Buffer.from(
    [...text].flatMap((char) => (char < '\u0080' ? [char.charCodeAt(0)] : (bytes.get(char) ?? [0x3f]))),
  )
}
