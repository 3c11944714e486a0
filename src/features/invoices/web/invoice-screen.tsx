import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { withdrawInvoice } from '../contract/apply.ts'
import { askRedLetter, invoiceDetail, invoiceFile, noteInvoiceUse } from '../contract/invoice.ts'
import { InvoiceKind, InvoiceScope, RED_STATES, SIDE_LABELS, TitleKind } from '../rules/enums.ts'
import { SAMPLE_NOTE } from '../rules/words.ts'
import { type Acting, InvoiceDialog } from './invoice-dialog.tsx'
import { stateTag } from './tags.ts'

type Invoice = OutputOf<typeof invoiceDetail>

const BUTTONS: readonly [Acting, string][] = [
  ['reject', '驳回'],
  ['red', '红冲'],
  ['answerRed', '答复红冲确认单'],
  ['issue', '开票'],
]

/** An invoice with what its side can do about it: apply, issue, reject, download, red letter. */
export function Screen() {
  const { invoiceId = '' } = useParams()
  const params = { invoiceId }
  const query = useCall(invoiceDetail, { params })
  const isPlatform = location.pathname.startsWith('/admin')
  useCompanyLive('invoices', isPlatform)
  const [acting, setActing] = useState<Acting | null>(null)
  const withdraw = useAction(withdrawInvoice, { success: '申请已撤回' })
  const noting = useAction(noteInvoiceUse, { success: '已登记' })
  const again = useAction(askRedLetter, { success: '已再次提交' })
  const isBuyer = query.data?.side === 'buyer'
  const list = isPlatform ? '/admin/finance/invoices' : `/finance/invoices${isBuyer ? '' : '/issuing'}`
  return (
    <DetailScreen query={query} back={{ label: isBuyer ? '我的发票' : '开票', to: list }}>
      {(invoice) => {
        const may = (action: Invoice['actions'][number]) => invoice.actions.includes(action)
        const first = invoice.lines[0]!
        const isOver = invoice.state === 'rejected' || invoice.state === 'withdrawn' || invoice.state === 'reversed'
        const withdrawIt = async () => {
          if (await ask({ title: '撤回发票申请？', content: '撤回后可重新申请' })) await withdraw.run({ params })
        }
        const redAgain = async () => {
          const { reason, problem } = invoice.reds.find(({ state }) => state === 'issuing')!
          if (await ask({ title: '再次提交红冲？', content: problem })) await again.run({ params, body: { reason } })
        }
        const noteUse = async () => {
          const content = '登记后红冲须由对方在 72 小时内确认，不能取消登记'
          if (await ask({ title: '登记已抵扣或入账？', content })) await noting.run({ params })
        }
        return {
          title: `发票 ${invoice.code}`,
          status: <StatusTag {...stateTag(invoice)} />,
          facts: [InvoiceKind.label(invoice.kind), InvoiceScope.label(invoice.scope), invoice.isSample && '模拟开具'],
          extra: (
            <>
              {may('withdraw') && <Button onClick={() => void withdrawIt()}>撤回</Button>}
              {may('use') && <Button onClick={() => void noteUse()}>登记已抵扣或入账</Button>}
              {may('redAgain') && (
                <Button type="primary" onClick={() => void redAgain()}>
                  再次提交红冲
                </Button>
              )}
              {BUTTONS.map(
                ([action, label]) =>
                  may(action) && (
                    <Button
                      key={action}
                      danger={action === 'red'}
                      type={action === 'issue' || action === 'answerRed' ? 'primary' : 'default'}
                      onClick={() => setActing(action)}
                    >
                      {label}
                    </Button>
                  ),
              )}
              {isBuyer && isOver && (
                <Link to={`/finance/invoices/new/${first.orderId}`}>
                  <Button type="primary">重新申请</Button>
                </Link>
              )}
              {invoice.hasRedFile && (
                <Button onClick={() => void openFile(invoiceFile, { params, query: { red: true } })}>
                  下载红字发票
                </Button>
              )}
              {invoice.hasFile && (
                <Button type="primary" onClick={() => void openFile(invoiceFile, { params, query: {} })}>
                  下载发票
                </Button>
              )}
            </>
          ),
          notice: (
            <>
              <Notices invoice={invoice} />
              {acting && <InvoiceDialog acting={acting} invoice={invoice} onClose={() => setActing(null)} />}
            </>
          ),
          sections: [
            { key: 'amount', title: '金额', content: <Amounts invoice={invoice} /> },
            { key: 'title', title: '受票方与开票方', content: <Parties invoice={invoice} /> },
            { key: 'lines', title: '付款单', content: <Lines invoice={invoice} /> },
            invoice.reds.length > 0 && { key: 'red', title: '红冲', content: <Reds invoice={invoice} /> },
          ],
        }
      }}
    </DetailScreen>
  )
}

function Notices({ invoice: { reason, problem, isSample } }: { invoice: Invoice }) {
  return (
    <>
      {reason && <Alert className="kb-below-12" type="error" showIcon title="原因" description={reason} />}
      {problem && <Alert className="kb-below-12" type="warning" showIcon title="未能开具" description={problem} />}
      {isSample && <Alert className="kb-below-12" type="warning" showIcon title="模拟开票" description={SAMPLE_NOTE} />}
    </>
  )
}

function Amounts({ invoice }: { invoice: Invoice }) {
  const { total, net, tax, rate, number, issuedAt } = invoice
  return (
    <FieldList
      items={[
        { label: '价税合计', value: `${formatAmount(total)} 元` },
        { label: '大写', value: toCapitals(total) },
        { label: '不含税金额', value: `${formatAmount(net)} 元` },
        { label: '税额', value: `${formatAmount(tax)} 元（税率 ${rate}%）` },
        { label: '发票号码', value: number || '开具后由税务系统赋码' },
        issuedAt && { label: '开票时间', value: <TimeText at={issuedAt} /> },
        { label: '申请人', value: invoice.appliedByName },
        { label: '申请时间', value: <TimeText at={invoice.appliedAt} /> },
        invoice.decidedAt && { label: '办理人', value: invoice.decidedByName },
        invoice.usedAt && {
          label: '抵扣或入账',
          value: (
            <>
              {invoice.usedByName} <TimeText at={invoice.usedAt} />
            </>
          ),
        },
      ]}
    />
  )
}

function Parties({ invoice }: { invoice: Invoice }) {
  return (
    <FieldList
      items={[
        { label: '发票抬头', value: `${invoice.title}（${TitleKind.label(invoice.titleKind)}）` },
        { label: '受票方税号', value: invoice.taxNo },
        { label: '地址', value: invoice.address },
        { label: '电话', value: invoice.phone },
        { label: '开户银行', value: invoice.bank },
        { label: '银行账号', value: invoice.accountNo },
        { label: '接收邮箱', value: invoice.email },
        { label: '付款方', value: invoice.buyerName },
        { label: '开票方', value: invoice.payeeName },
        { label: '开票方税号', value: invoice.sellerTaxNo },
        invoice.remark !== '' && { label: '备注', value: invoice.remark },
      ]}
    />
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  return (
    <DataTable
      label="付款单"
      rows={invoice.lines}
      rowKey={(row) => row.orderId}
      columns={[
        {
          key: 'name',
          title: '付款单',
          render: (row) =>
            location.pathname.startsWith('/admin') ? (
              row.name
            ) : (
              <Link to={`/finance/orders/${row.orderId}`}>{row.name}</Link>
            ),
        },
        { key: 'code', title: '编号', value: (row) => row.orderCode },
        { key: 'net', title: '不含税（元）', kind: 'amount', value: (row) => row.net },
        { key: 'tax', title: '税额（元）', kind: 'amount', value: (row) => row.tax },
        { key: 'amount', title: '价税合计（元）', kind: 'amount', value: (row) => row.amount },
      ]}
    />
  )
}

function Reds({ invoice }: { invoice: Invoice }) {
  return (
    <DataTable
      label="红冲"
      rows={invoice.reds}
      rowKey={(row) => row.redId}
      columns={[
        { key: 'by', title: '发起', value: (row) => `${SIDE_LABELS[row.side]} ${row.askedByName}` },
        { key: 'reason', title: '原因', value: (row) => row.reason },
        { key: 'state', title: '状态', render: (row) => <StatusTag {...RED_STATES[row.state]} /> },
        { key: 'answer', title: '答复', value: (row) => row.answer || row.problem },
        { key: 'number', title: '红字发票号码', value: (row) => row.number },
        { key: 'asked', title: '发起时间', kind: 'time', value: (row) => row.askedAt },
        { key: 'expires', title: '确认截止', kind: 'time', value: (row) => row.expiresAt },
      ]}
    />
  )
}
