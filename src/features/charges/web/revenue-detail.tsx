import { Link, useParams } from 'react-router'
import { Button } from 'antd'
import { pathOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { revenue, revenueVoucher } from '../contract/income.ts'
import { revenueTag } from './revenue-tag.ts'

const PAGE = '/purchaser/financial-revenue'

/** One receivable with what was received, its voucher, and the reason for a difference. */
export function Screen() {
  const { id = '' } = useParams()
  const query = useCall(revenue, { params: { revenueId: id } }, { fresh: 0 })
  return (
    <DetailScreen query={query} back={{ label: '财务收入', to: `${PAGE}/list` }}>
      {(item) => ({
        title: item.title,
        status: <StatusTag {...revenueTag(item)} />,
        facts: [item.sourceLabel, item.payerName],
        extra: item.mayFill && (
          <Link to={`${PAGE}/${id}/actual-income-fill`}>
            <Button type="primary">{item.actual === null ? '填报实际收入' : '重新填报'}</Button>
          </Link>
        ),
        sections: [
          {
            key: 'amount',
            title: '收入',
            content: (
              <FieldList
                items={[
                  { label: '应收', value: `${formatAmount(item.receivable)} 元` },
                  { label: '平台线上已收', value: `${formatAmount(item.online)} 元` },
                  { label: '实际收入', value: item.actual === null ? '未填报' : `${formatAmount(item.actual)} 元` },
                  item.difference !== null && { label: '差异', value: `${formatAmount(item.difference)} 元` },
                  item.differenceReason && { label: '差异原因', value: item.differenceReason },
                  item.receivedDay && { label: '到账日期', value: item.receivedDay },
                  item.filledAt && { label: '填报', value: `${item.filledByName} ${formatTime(item.filledAt)}` },
                  item.voucher && {
                    label: '凭证',
                    wide: true,
                    value: (
                      <FileList
                        files={[item.voucher]}
                        pathOf={() => `/api${pathOf(revenueVoucher, { revenueId: id })}`}
                      />
                    ),
                  },
                ]}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}
