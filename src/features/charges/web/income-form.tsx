import { Form } from 'antd'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { approvalNode, subjectApproval } from '#features/workflow/contract/businesses.ts'
import { workflowDetail } from '#features/workflow/contract/workflows.ts'
import { approvalField, toldOf, type WithApproval } from '#web/kit/confirm-step.tsx'
import { income, openPayers, recordIncome, settleIncome } from '../contract/income.ts'
import { type Shares, SharesField, sharesOf } from './shares.tsx'

const PAGE = '/agency/service-fee/income'

/** Money that came to the own account is recorded and put on charges; what is left of it later. */
export function Screen() {
  const { id = 'new' } = useParams()
  const payers = useCall(openPayers, {}, { fresh: 0, enabled: id === 'new' })
  const receipt = useCall(income, { params: { receiptId: id } }, { fresh: 0, enabled: id !== 'new' })
  const [search] = useSearchParams()
  const voucherId = search.get('voucher')
  if (id === 'new')
    return (
      <WhenLoaded query={payers}>
        {(data) => (voucherId ? <Again payers={data} voucherId={voucherId} /> : <Record payers={data} />)}
      </WhenLoaded>
    )
  return <WhenLoaded query={receipt}>{(data) => <Settle receipt={data} />}</WhenLoaded>
}

type Payers = OutputOf<typeof openPayers>

interface Values extends WithApproval {
  payerId: string
  amount: string
  receivedAt: string
  reference: string
  voucher: FileRef[]
  remark?: string
  shares?: Shares
}

/** What a second person refused, to be mended and handed in again. `voucherId`: of what was handed in with it. */
function Again({ payers, voucherId }: { payers: Payers; voucherId: string }) {
  const params = { type: 'charges', node: 'receipt', subjectId: voucherId }
  const query = useCall(subjectApproval, { params }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {({ refused }) => (refused ? <Refused payers={payers} refused={refused} /> : <Record payers={payers} />)}
    </WhenLoaded>
  )
}

type RefusedStep = NonNullable<OutputOf<typeof subjectApproval>['refused']>

function Refused({ payers, refused }: { payers: Payers; refused: RefusedStep }) {
  const query = useCall(workflowDetail, { params: { id: refused.workflowId } })
  const given = recordIncome.body.safeParse(refused.payload).data
  if (!given) return <Record payers={payers} />
  const { payerId, amount, receivedAt, reference, remark, shares } = given
  const open = Object.fromEntries(shares.map((share) => [share.billId, share.amount]))
  return (
    <WhenLoaded query={query}>
      {({ sections }) => (
        <Record
          payers={payers}
          initial={{
            payerId,
            amount,
            receivedAt,
            reference,
            remark,
            shares: open,
            voucher: sections.flatMap(({ files }) => files),
          }}
        />
      )}
    </WhenLoaded>
  )
}

function Record({ payers, initial }: { payers: Payers; initial?: Partial<Values> }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const record = useAction(recordIncome, { success: toldOf('收入已登记') })
  const rule = useCall(approvalNode, { params: { type: 'charges', node: 'receipt' } }).data
  const asked = payers.find(({ bills }) => bills.some(({ billId }) => billId === search.get('bill')))
  return (
    <FormScreen<Values>
      title="登记收入"
      back={{ label: '服务费收入', to: `${PAGE}/list` }}
      initial={initial ?? (asked ? { payerId: asked.payerId } : {})}
      sections={[
        {
          title: '到账',
          ...(payers.length === 0 && { hint: '没有待收的收费，发出收费后再登记收入' }),
          fields: [
            {
              kind: 'select',
              name: 'payerId',
              label: '付款方',
              required: true,
              searchable: true,
              options: payers.map(({ payerId, payerName }) => ({ value: payerId, label: payerName })),
            },
            { kind: 'amount', name: 'amount', label: '到账金额', required: true },
            { kind: 'instant', name: 'receivedAt', label: '到账时间', required: true },
            { kind: 'text', name: 'reference', label: '银行流水号', required: true, maxLength: 60 },
            { kind: 'files', name: 'voucher', label: '到账凭证', required: true, use: 'charge-voucher', most: 1 },
            { kind: 'area', name: 'remark', label: '备注', maxLength: 200 },
            ...approvalField(rule),
          ],
        },
        {
          title: '核销收费',
          content: (
            <Form.Item noStyle shouldUpdate={(before, after) => before.payerId !== after.payerId}>
              {({ getFieldValue }) => {
                const payer = payers.find(({ payerId }) => payerId === getFieldValue('payerId'))
                return payer ? (
                  <SharesField bills={payer.bills} amount={undefined} />
                ) : (
                  <p className="kb-muted">选择付款方后显示其待收的收费</p>
                )
              }}
            </Form.Item>
          ),
        },
      ]}
      submit={{
        label: '登记',
        run({ shares, voucher, ...values }) {
          const [file] = voucher ?? []
          const bills = payers.find(({ payerId }) => payerId === values.payerId)?.bills ?? []
          const own = sharesOf(shares).filter(({ billId }) => bills.some((one) => one.billId === billId))
          return record.run({
            body: { ...values, shares: own, voucher: { fileId: file?.fileId ?? '', name: file?.name ?? '' } },
          })
        },
      }}
      onDone={() => void navigate(`${PAGE}/list`)}
    />
  )
}

function Settle({ receipt }: { receipt: OutputOf<typeof income> }) {
  const navigate = useNavigate()
  const settle = useAction(settleIncome, { success: '已核销' })
  const { receiptId } = receipt
  return (
    <FormScreen<{ shares?: Shares }>
      title="核销收入"
      back={{ label: '服务费收入', to: `${PAGE}/list` }}
      facts={[receipt.payerName, receipt.code, `暂挂 ${formatAmount(receipt.suspense)} 元`]}
      sections={[{ title: '核销收费', content: <SharesField bills={receipt.openBills} amount={receipt.suspense} /> }]}
      submit={{
        label: '核销',
        run: ({ shares }) => settle.run({ params: { receiptId }, body: { shares: sharesOf(shares) } }),
      }}
      onDone={() => void navigate(`${PAGE}/${receiptId}/detail`)}
    />
  )
}
