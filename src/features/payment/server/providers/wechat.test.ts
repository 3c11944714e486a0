import { expect, test } from 'vitest'
import { billLines } from './wechat.ts'

// The columns and the order of a bill of all trades, as WeChat Pay documents them.
const BILL =
  `\uFEFF交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注
` +
  '`2026-11-24 10:04:05,`wx8888888888888888,`1900000109,`0,`,`4200000901202611240000000001,`P1,`oUpF8,`NATIVE,`SUCCESS,`OTHERS,`CNY,`100.00,`0.00,`0,`0,`0.00,`0.00,`,`,`平台服务,`,`0.60000,`0.60%,`100.00,`0.00,`\n' +
  '`2026-11-24 11:04:05,`wx8888888888888888,`1900000109,`0,`,`4200000901202611240000000001,`P1,`oUpF8,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50300000901,`R1,`30.00,`0.00,`ORIGINAL,`SUCCESS,`平台服务,`,`-0.18000,`0.60%,`0.00,`30.00,`\n' +
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\n`2,`100.00,`30.00,`0.00,`0.42000,`100.00,`30.00\n'

test('payments and refunds of a bill are read by the names of its columns', () => {
  expect(billLines(BILL)).toEqual([
    {
      kind: 'payment',
      ourNo: 'P1',
      providerNo: '4200000901202611240000000001',
      amount: '100.00',
      fee: '0.60000',
      isSuccess: true,
    },
    { kind: 'refund', ourNo: 'R1', providerNo: '50300000901', amount: '30.00', fee: '-0.18000', isSuccess: true },
  ])
})
