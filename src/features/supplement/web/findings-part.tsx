import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { SEVERITIES } from '#features/procurement/rules/legal-calendar-rule.ts'
import type { Finding } from '../contract/run.ts'
import { breachesOf } from '../rules/findings.ts'

/** What was checked, breaches first. */
export function FindingsPart({ findings }: { findings: readonly Finding[] }) {
  const breaches = breachesOf(findings)
  const rows = [...breaches, ...findings.filter(({ ok }) => ok)].map((row, i) => ({ ...row, key: `${row.ruleId}${i}` }))
  return (
    <>
      <p className="kb-section-hint kb-hint">
        {`核对 ${rows.length} 项，${breaches.length} 项不符。不符之处如实记录并在各页列示，不影响登记。`}
      </p>
      <DataTable
        label="核对结果"
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          {
            key: 'ok',
            title: '结果',
            width: 96,
            value: (row) => (row.ok ? '相符' : '不符'),
            render: (row) => (
              <StatusTag
                label={row.ok ? '相符' : '不符'}
                tone={row.ok ? 'success' : row.severity === 'block' ? 'danger' : 'warning'}
              />
            ),
          },
          {
            key: 'title',
            title: '要求',
            isHead: true,
            value: (row) => row.title,
            render: (row) => (
              <div className="kb-column">
                <span>{row.title}</span>
                {!row.ok && <b className="kb-bad">{row.message}</b>}
              </div>
            ),
          },
          { key: 'severity', title: '性质', width: 72, value: (row) => SEVERITIES[row.severity] },
          { key: 'source', title: '依据', value: (row) => row.source },
        ]}
      />
    </>
  )
}
