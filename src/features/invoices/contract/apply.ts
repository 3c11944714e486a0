import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { accountNumberOk, creditCodeOk } from '#features/enterprise/rules/identifiers.ts'
import { InvoiceKind, MOST_ORDERS, TitleKind } from '../rules/enums.ts'

const text = (most: number, what: string) => z.string().trim().max(most, `${what}不能超过 ${most} 个字`).default('')

/** What stands on an invoice about the buyer. */
const TitleFields = {
  titleKind: TitleKind.schema,
  title: z.string().trim().min(1, '请填写发票抬头').max(100, '发票抬头不能超过 100 个字'),
  taxNo: z.string().trim().toUpperCase().max(20, '统一社会信用代码应为 18 位').default(''),
  address: text(100, '地址'),
  phone: text(30, '电话'),
  bank: text(60, '开户银行'),
  accountNo: z.string().trim().max(30, '银行账号不能超过 30 位').default(''),
  email: z.union([z.literal(''), z.email('邮箱格式不正确')]).default(''),
}

const Application = z
  .object({
    orderIds: z.array(Id).min(1, '请选择付款单').max(MOST_ORDERS, `一张发票最多合并 ${MOST_ORDERS} 笔付款单`),
    kind: InvoiceKind.schema,
    ...TitleFields,
    remark: text(100, '备注'),
  })
  .superRefine((body, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (body.kind === InvoiceKind.values.paperSpecial) wrong('kind', '纸质专票已停止申请，请选择数电专票')
    const isPersonal = body.titleKind === TitleKind.values.personal
    if (isPersonal && body.kind !== InvoiceKind.values.normal) wrong('kind', '个人抬头只能开具普票')
    if (isPersonal && body.taxNo !== '') wrong('taxNo', '个人抬头不填统一社会信用代码')
    if (!isPersonal && body.taxNo !== '' && !creditCodeOk(body.taxNo)) wrong('taxNo', '统一社会信用代码不正确')
    if (!isPersonal && body.kind !== InvoiceKind.values.normal && body.taxNo === '')
      wrong('taxNo', '开具专票须填写统一社会信用代码')
    if (body.accountNo !== '' && !accountNumberOk(body.accountNo)) wrong('accountNo', '银行账号应为 8 至 30 位数字')
    if (body.phone !== '' && !/^[\d\s()+-]{5,30}$/.test(body.phone)) wrong('phone', '电话格式不正确')
  })

export const applyInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices',
  summary: 'Apply for an invoice of one paid order, or of several with one payee and one tax rate',
  body: Application,
  returns: z.object({ invoiceId: Id, code: z.string() }),
  errors: ['wrongState', 'unavailable'],
})

export const invoiceForm = endpoint({
  method: 'GET',
  path: '/v1/invoices/form',
  summary: 'What an application is made of: the order and those that can stand beside it, titles of before',
  query: z.object({ orderId: Id }),
  returns: z.object({
    payeeName: z.string(),
    rate: z.number(),
    orders: z.array(
      z.object({ orderId: Id, orderCode: z.string(), title: z.string(), amount: z.string(), typeLabel: z.string() }),
    ),
    /** Why the order cannot be invoiced now; null where it can. */
    refusal: z.string().nullable(),
    titles: z.array(
      z.object({
        titleId: Id.nullable(),
        titleKind: z.number(),
        title: z.string(),
        taxNo: z.string(),
        address: z.string(),
        phone: z.string(),
        bank: z.string(),
        accountNo: z.string(),
        email: z.string(),
      }),
    ),
    /** Made here, as a sample: no tax system is connected. */
    isSample: z.boolean(),
  }),
})

export const removeTitle = endpoint({
  method: 'DELETE',
  path: '/v1/invoice-titles/{titleId}',
  summary: 'Forget a title that was kept',
  params: z.object({ titleId: Id }),
})

export const withdrawInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceId}/withdrawal',
  summary: 'Take back an application that nobody has dealt with',
  params: z.object({ invoiceId: Id }),
  errors: ['wrongState'],
})
