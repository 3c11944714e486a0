import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount, sum, toCapitals } from '#contract/money.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { applyInvoice, invoiceForm, removeTitle } from '../contract/apply.ts'
import { InvoiceKind, OFFERED_KINDS, TitleKind } from '../rules/enums.ts'
import { splitTax } from '../rules/tax.ts'
import { SAMPLE_NOTE } from '../rules/words.ts'

type Offer = OutputOf<typeof invoiceForm>
type Title = Offer['titles'][number]
type Body = BodyOf<typeof applyInvoice>

const isEnterprise = (values: Record<string, unknown>) => values.titleKind === TitleKind.values.enterprise

/** Applies for an invoice of a paid order, alone or with others of its payee. */
export function Screen() {
  const { orderId = '' } = useParams()
  const [made, setMade] = useState('')
  const query = useCall(invoiceForm, { query: { orderId } }, { fresh: 0 })
  const apply = useAction(applyInvoice, {
    success: '发票申请已提交',
    onDone: ({ invoiceId }) => setMade(invoiceId),
  })
  // In place of the form, which would ask before it is left, and be refused a second time.
  if (made) return <Navigate to={`/finance/invoices/${made}`} replace />
  return (
    <WhenLoaded query={query}>
      {(offer) =>
        offer.refusal ? (
          <Alert type="warning" showIcon title="不能申请发票" description={offer.refusal} />
        ) : (
          <FormScreen<Body>
            title="申请发票"
            back={{ label: '付款单', to: `/finance/orders/${orderId}` }}
            facts={[`开票方：${offer.payeeName}`, offer.isSample && '模拟开具']}
            initial={{ orderIds: [orderId], kind: InvoiceKind.values.normal, ...bodyOf(offer.titles[0]!) }}
            schema={applyInvoice.body}
            sections={[
              {
                title: '付款单',
                hint: '同一开票方、同一税率的付款单可合并开具一张发票',
                fields: [
                  {
                    kind: 'checks',
                    name: 'orderIds',
                    label: '付款单',
                    required: true,
                    wide: true,
                    options: offer.orders.map((order) => ({
                      value: order.orderId,
                      label: `${order.title}，${formatAmount(order.amount)} 元`,
                    })),
                  },
                ],
                content: <Sum offer={offer} />,
              },
              {
                title: '发票信息',
                content: <Titles titles={offer.titles} />,
              },
              {
                fields: [
                  {
                    kind: 'radio',
                    name: 'kind',
                    label: '发票类型',
                    required: true,
                    options: OFFERED_KINDS.map(({ value, label }) => ({ value, label })),
                  },
                  {
                    kind: 'radio',
                    name: 'titleKind',
                    label: '抬头类型',
                    required: true,
                    options: TitleKind.options,
                  },
                  { kind: 'text', name: 'title', label: '发票抬头', required: true, maxLength: 100 },
                  {
                    kind: 'text',
                    name: 'taxNo',
                    label: '统一社会信用代码',
                    maxLength: 20,
                    help: '开具专票必填',
                    when: isEnterprise,
                  },
                  { kind: 'text', name: 'address', label: '地址', maxLength: 100, when: isEnterprise },
                  { kind: 'text', name: 'phone', label: '电话', type: 'tel', maxLength: 30, when: isEnterprise },
                  { kind: 'text', name: 'bank', label: '开户银行', maxLength: 60, when: isEnterprise },
                  { kind: 'text', name: 'accountNo', label: '银行账号', maxLength: 30, when: isEnterprise },
                  { kind: 'text', name: 'email', label: '接收邮箱', type: 'email', maxLength: 100 },
                  { kind: 'area', name: 'remark', label: '备注', rows: 2, maxLength: 100 },
                ],
              },
            ]}
            submit={{ label: '提交申请', run: (body) => apply.run({ body }) }}
            {...(offer.isSample && {
              side: <Alert type="warning" showIcon title="模拟开票" description={SAMPLE_NOTE} />,
            })}
          />
        )
      }
    </WhenLoaded>
  )
}

/** What the chosen orders come to. */
function Sum({ offer }: { offer: Offer }) {
  const chosen = (Form.useWatch('orderIds') as string[] | undefined) ?? []
  const amounts = offer.orders.filter(({ orderId }) => chosen.includes(orderId)).map(({ amount }) => amount)
  const { total, net, tax } = splitTax(sum(amounts), offer.rate)
  return (
    <FieldList
      items={[
        { label: '价税合计', value: `${formatAmount(total)} 元` },
        { label: '大写', value: toCapitals(total) },
        { label: '不含税金额', value: `${formatAmount(net)} 元` },
        { label: '税额', value: `${formatAmount(tax)} 元（税率 ${offer.rate}%）` },
      ]}
    />
  )
}

/** Titles of before: a click fills the fields in. */
function Titles({ titles }: { titles: readonly Title[] }) {
  const form = Form.useFormInstance()
  const remove = useAction(removeTitle, { success: '已删除' })
  return (
    <div className="kb-row kb-wrap kb-below-12" role="group" aria-label="常用抬头">
      <span className="kb-muted">常用抬头</span>
      {titles.map((title) => (
        <span key={title.titleId ?? 'own'} className="kb-row">
          <Button onClick={() => form.setFieldsValue(bodyOf(title))}>{title.title}</Button>
          {title.titleId && (
            <Button
              type="text"
              aria-label={`删除抬头${title.title}`}
              onClick={() => void remove.run({ params: { titleId: title.titleId! } })}
            >
              删除
            </Button>
          )}
        </span>
      ))}
    </div>
  )
}

function bodyOf({ titleId, titleKind, ...rest }: Title) {
  void titleId
  return { titleKind: titleKind as Body['titleKind'], ...rest }
}
