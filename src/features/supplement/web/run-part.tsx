import { formatAmount, formatDigits } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { CATEGORIES } from '#features/procurement/rules/enums.ts'
import { REGIMES } from '#features/procurement/rules/regimes.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { Section } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { Run } from '../contract/run.ts'
import { RUN_DATE_NAMES, RUN_DATES } from '../rules/dates.ts'
import { amountOf, dealOf } from '../rules/findings.ts'
import { ADMISSIONS, NOTICE_KINDS } from '../rules/words.ts'
import { filePath } from './words.ts'

interface RunPart {
  supplementId: string
  content: Run
  files: FileRef[]
}

/** A finished purchase as it is registered, section by section. */
export function runSections({ supplementId, content: run, files }: RunPart): Section[] {
  return [
    { key: 'basic', title: '采购', content: <Basics run={run} /> },
    { key: 'dates', title: '时间', content: <Dates run={run} /> },
    { key: 'awards', title: '成交结果', content: <Awards run={run} /> },
    { key: 'participants', title: '参加单位', content: <Participants run={run} /> },
    { key: 'lines', title: '采购清单', content: <Lines run={run} /> },
    { key: 'notices', title: '公告', content: <Notices run={run} /> },
    {
      key: 'files',
      title: '附件',
      content: files.length > 0 ? <FileList files={files} pathOf={filePath(supplementId)} /> : <None what="附件" />,
    },
  ]
}

function None({ what }: { what: string }) {
  return <p className="kb-muted">没有登记{what}</p>
}

function Basics({ run }: { run: Run }) {
  return (
    <FieldList
      items={[
        { label: '采购方式', value: `${methodOf(run.method).name}（${ADMISSIONS[run.admission]}）` },
        { label: '类别', value: CATEGORIES[run.category] },
        { label: '适用制度', value: REGIMES[run.regime].label },
        { label: '预算金额', value: <AmountText value={run.budget} capitals /> },
        run.ceiling !== null && { label: '最高限价', value: <AmountText value={run.ceiling} /> },
        { label: '原组织平台或地点', value: run.venue },
        { label: '项目所在地', value: run.region },
        { label: '资金来源', value: run.funds },
        { label: '补录原因', value: <span className="kb-pre">{run.reason}</span>, wide: true },
      ]}
    />
  )
}

function Dates({ run }: { run: Run }) {
  return (
    <FieldList
      items={RUN_DATE_NAMES.map((name) => ({
        label: RUN_DATES[name].label,
        value:
          run[name] === null ? (
            <span className="kb-muted">未填写</span>
          ) : RUN_DATES[name].kind === 'day' ? (
            run[name]
          ) : (
            formatTime(run[name])
          ),
      }))}
    />
  )
}

const keyed = <R,>(rows: readonly R[]) => rows.map((row, i) => ({ ...row, key: String(i) }))
const LOT = {
  key: 'lot',
  title: '包号',
  kind: 'number' as const,
  width: 64,
  value: (row: { lotNo: number }) => row.lotNo,
}

function Awards({ run }: { run: Run }) {
  return (
    <div className="kb-stack kb-gap-12">
      <DataTable
        label="成交结果"
        rows={keyed(run.awards)}
        rowKey={(row) => row.key}
        columns={[
          { key: 'name', title: '成交供应商', isHead: true, value: (row) => row.name },
          LOT,
          { key: 'code', title: '统一社会信用代码', width: 190, value: (row) => row.creditCode },
          { key: 'price', title: '成交价（元）', kind: 'amount', width: 150, value: (row) => row.price },
        ]}
      />
      <FieldList
        items={[
          { label: '成交总价', value: <AmountText value={dealOf(run)} capitals /> },
          run.result !== '' && { label: '结果说明', value: <span className="kb-pre">{run.result}</span>, wide: true },
        ]}
      />
    </div>
  )
}

function Participants({ run }: { run: Run }) {
  if (run.participants.length === 0) return <None what="参加单位" />
  return (
    <DataTable
      label="参加单位"
      rows={keyed(run.participants)}
      rowKey={(row) => row.key}
      columns={[
        { key: 'name', title: '单位名称', isHead: true, value: (row) => row.name },
        LOT,
        { key: 'code', title: '统一社会信用代码', width: 190, value: (row) => row.creditCode },
        { key: 'price', title: '报价（元）', kind: 'amount', width: 150, value: (row) => row.price },
        { key: 'rank', title: '排名', kind: 'number', width: 64, value: (row) => row.rank },
        { key: 'remark', title: '备注', value: (row) => row.remark },
      ]}
    />
  )
}

function Lines({ run }: { run: Run }) {
  if (run.lines.length === 0) return <None what="采购清单" />
  return (
    <DataTable
      label="采购清单"
      rows={keyed(run.lines)}
      rowKey={(row) => row.key}
      columns={[
        { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
        LOT,
        { key: 'spec', title: '规格', value: (row) => row.spec },
        {
          key: 'quantity',
          title: '数量',
          width: 110,
          value: (row) => `${formatDigits(row.quantity)} ${row.unit}`,
        },
        {
          key: 'unitPrice',
          title: '单价（元）',
          width: 130,
          value: (row) => (row.unitPrice === null ? '' : formatDigits(row.unitPrice, 2)),
        },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 150, value: (row) => amountOf(row) },
      ]}
    />
  )
}

function Notices({ run }: { run: Run }) {
  if (run.notices.length === 0) return <None what="公告" />
  return (
    <div className="kb-stack kb-gap-12">
      {run.notices.map((notice, i) => (
        <section key={i} className="kb-box">
          <h3>{notice.title}</h3>
          <p className="kb-note">
            {[NOTICE_KINDS[notice.kind], notice.publishedOn, notice.medium].filter(Boolean).join(' · ')}
          </p>
          <p className="kb-pre">{notice.text || '没有登记正文'}</p>
        </section>
      ))}
    </div>
  )
}

/** One line for the head of a page. */
export function runFacts(run: Run): string[] {
  return [methodOf(run.method).name, `成交 ${formatAmount(dealOf(run))} 元`, `${run.awardedOn} 确定供应商`]
}
