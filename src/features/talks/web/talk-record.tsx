import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { Response, Talk } from '../contract.ts'
import { SIDES } from '../rules.ts'
import { type BillLine, PricedBill } from './line-prices.tsx'

interface ResponseFactsProps {
  response: Response
  /** Of the bill, where its lines are priced. */
  items: readonly BillLine[]
  /** Address of its files. */
  path: string
}

/** A response as both sides read it. */
export function ResponseFacts({ response, items, path }: ResponseFactsProps) {
  return (
    <>
      <FieldList
        items={[
          { label: '响应价格', value: <AmountText value={response.price} capitals /> },
          { label: '提交', value: `${formatTime(response.at, true)} ${response.byName}` },
          response.statement !== '' && { label: '响应说明', value: response.statement, wide: true },
          response.files.length > 0 && {
            label: '响应文件',
            value: <FileList files={response.files} pathOf={(file) => `${path}/${file.fileId}`} />,
            wide: true,
          },
        ]}
      />
      {response.lines && <PricedBill items={items} lines={response.lines} />}
    </>
  )
}

interface TalkRecordProps {
  talk: Talk
  items: readonly BillLine[]
  path: string
  onPdf: () => void
}

/** The minutes of one talk. */
export function TalkRecord({ talk, items, path, onPdf }: TalkRecordProps) {
  return (
    <section className="kb-section" aria-label={`协商情况记录第 ${talk.no} 次`}>
      <h2>
        协商情况记录（第 {talk.no} 次）
        <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">
          <StatusTag {...stateOf(talk)} />
          <Button type="link" size="small" onClick={onPdf}>
            PDF
          </Button>
        </span>
      </h2>
      <FieldList
        items={[
          { label: '商定价格', value: <AmountText value={talk.price} capitals /> },
          { label: '协商时间', value: formatTime(talk.heldAt) },
          { label: '协商地点', value: talk.place },
          { label: '提交', value: `${formatTime(talk.at, true)} ${talk.byName}` },
          talk.repliedAt !== null && {
            label: '供应商答复',
            value: `${formatTime(talk.repliedAt, true)} ${talk.repliedByName}`,
          },
          talk.reason !== '' && { label: '退回原因', value: talk.reason, wide: true },
          { label: '价格依据', value: talk.priceBasis, wide: true },
          { label: '商定情况', value: talk.terms, wide: true },
          talk.files.length > 0 && {
            label: '附件',
            value: <FileList files={talk.files} pathOf={(file) => `${path}/${file.fileId}`} />,
            wide: true,
          },
        ]}
      />
      {talk.lines && <PricedBill items={items} lines={talk.lines} />}
      <div className="kb-above-12">
        <DataTable
          label="参加人员"
          rows={talk.people}
          rowKey={(row) => `${row.side}${row.name}${row.unit}`}
          columns={[
            { key: 'side', title: '代表', width: 96, value: (row) => SIDES[row.side] },
            { key: 'name', title: '姓名', width: 120, value: (row) => row.name },
            { key: 'unit', title: '单位', value: (row) => row.unit },
            { key: 'title', title: '职务或职称', width: 140, value: (row) => row.title },
          ]}
        />
      </div>
    </section>
  )
}

function stateOf({ agreed }: Talk) {
  if (agreed === null) return { label: '待供应商确认', tone: 'warning' as const }
  return agreed ? { label: '双方已确认', tone: 'success' as const } : { label: '已退回', tone: 'danger' as const }
}
