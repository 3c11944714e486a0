import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { fillRevenue, revenue } from '../contract/income.ts'

const PAGE = '/purchaser/financial-revenue'

interface Values {
  actual: string
  receivedDay: string
  voucher: FileRef[]
  differenceReason?: string
}

/** What was received is said here, with its voucher; a difference wants a reason. */
export function Screen() {
  const { id = '' } = useParams()
  const query = useCall(revenue, { params: { revenueId: id } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(item) => <Fill item={item} />}</WhenLoaded>
}

function Fill({ item }: { item: OutputOf<typeof revenue> }) {
  const navigate = useNavigate()
  const fill = useAction(fillRevenue, { success: '实际收入已填报' })
  const { revenueId } = item
  const page = `${PAGE}/${revenueId}/detail`
  return (
    <FormScreen<Values>
      title="填报实际收入"
      back={{ label: '财务收入', to: page }}
      facts={[item.title, `应收 ${formatAmount(item.receivable)} 元`, `平台线上已收 ${formatAmount(item.online)} 元`]}
      initial={{
        actual: item.actual ?? item.receivable,
        ...(item.receivedDay && { receivedDay: item.receivedDay }),
        ...(item.voucher && { voucher: [item.voucher] }),
        differenceReason: item.differenceReason,
      }}
      sections={[
        {
          fields: [
            { kind: 'amount', name: 'actual', label: '实际收入', required: true },
            { kind: 'day', name: 'receivedDay', label: '到账日期', required: true },
            { kind: 'files', name: 'voucher', label: '到账凭证', required: true, use: 'charge-voucher', most: 1 },
            {
              kind: 'area',
              name: 'differenceReason',
              label: '差异原因',
              required: true,
              maxLength: 200,
              when: ({ actual }) => actual !== undefined && Number(actual) !== Number(item.receivable),
            },
          ],
        },
      ]}
      submit={{
        label: '填报',
        run({ voucher, ...values }) {
          const [file] = voucher ?? []
          const body = { ...values, voucher: { fileId: file?.fileId ?? '', name: file?.name ?? '' } }
          return fill.run({ params: { revenueId }, body })
        },
      }}
      onDone={() => void navigate(page)}
    />
  )
}
