import { Select } from 'antd'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { POLICY_REASON } from '#web/kit/policy-reason.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { legalPolicy, setLegalPolicy } from '../../contract/legal-policy.ts'
import { type Regime, REGIMES } from '../../rules/regimes.ts'
import { SEVERITIES, type Severity } from '../../rules/legal-calendar-rule.ts'

type Body = BodyOf<typeof setLegalPolicy>
type Rule = OutputOf<typeof legalPolicy>['rules'][number]

const CHOICES = (['block', 'warn'] as const).map((value) => ({ value, label: SEVERITIES[value] }))
const COUNTING = [
  { value: 'last-day-counts', label: '截止当日计入（法律条文以“截止之日止”计）' },
  { value: 'full-days', label: '须届满整日（从严）' },
]

/** How this tenant applies the legal calendar. */
export function Screen() {
  const query = useCall(legalPolicy, {}, { fresh: 0 })
  return <WhenLoaded query={query}>{(policy) => <PolicyForm key={query.dataUpdatedAt} {...policy} />}</WhenLoaded>
}

function PolicyForm({ rules, ...policy }: OutputOf<typeof legalPolicy>) {
  const save = useAction(setLegalPolicy, { success: '已保存，对此后的每次检查生效' })
  const changed = rules.filter((rule) => (policy.severity[rule.ruleId] ?? rule.original) !== rule.original).length
  return (
    <FormScreen<Body>
      title="法定程序"
      facts={[`${rules.length} 条规则`, changed > 0 ? `${changed} 条与平台预设不同` : '全部为平台预设']}
      initial={policy}
      schema={setLegalPolicy.body}
      sections={[
        {
          title: '规则',
          hint: '禁止：不符合时不能发布或继续；提醒：列明不符合之处，经办人确认后可以继续，确认记入审计日志。',
          fields: [
            {
              kind: 'custom',
              name: 'severity',
              label: '不符合时的处理',
              wide: true,
              control: <RulesTable rules={rules} />,
            },
          ],
        },
        {
          title: '期间的计算',
          fields: [
            { kind: 'radio', name: 'counting', label: '期间最后一日', options: COUNTING, wide: true },
            {
              kind: 'custom',
              name: 'restDays',
              label: '休息日',
              wide: true,
              help: '期间最后一日为休息日的，顺延至其后第一个工作日。每年按国务院办公厅放假安排录入，可整段粘贴，以逗号或空格分隔',
              control: <DayTags />,
            },
          ],
        },
        POLICY_REASON,
      ]}
      submit={{
        label: '保存',
        confirm: '保存后立即对本平台所有采购项目的检查生效，已发布的公告不受影响。',
        run: (body) => save.run({ body }),
      }}
    />
  )
}

interface RulesTableProps {
  rules: readonly Rule[]
  /** Given by the form. */
  value?: Body['severity']
  onChange?: (value: Body['severity']) => void
}

function RulesTable({ rules, value = {}, onChange }: RulesTableProps) {
  return (
    <DataTable
      label="规则"
      rows={[...rules]}
      rowKey={(rule) => rule.ruleId}
      columns={[
        {
          key: 'title',
          title: '规则',
          value: (rule) => rule.title,
        },
        {
          key: 'regimes',
          title: '适用制度',
          width: 130,
          value: ({ sources }) => labelsOf(sources.flatMap(({ regimes }) => regimes)),
        },
        {
          key: 'sources',
          title: '依据',
          width: 320,
          render: ({ sources }) =>
            sources.map(({ regimes, citation }) => (
              <div key={citation}>{sources.length === 1 ? citation : `${labelsOf(regimes)}：${citation}`}</div>
            )),
        },
        { key: 'original', title: '平台预设', width: 90, value: (rule) => SEVERITIES[rule.original] },
        {
          key: 'inForce',
          title: '本平台',
          width: 190,
          render: (rule) => {
            const now = value[rule.ruleId] ?? rule.original
            return (
              <>
                <Select
                  aria-label={`${rule.title}：本平台`}
                  size="small"
                  style={{ width: 84 }}
                  value={now}
                  options={CHOICES}
                  onChange={(next: Severity) => onChange?.({ ...value, [rule.ruleId]: next })}
                />{' '}
                {now !== rule.original && <StatusTag label="已调整" tone={now === 'warn' ? 'warning' : 'active'} />}
              </>
            )
          },
        },
      ]}
    />
  )
}

function labelsOf(regimes: readonly Regime[]): string {
  const all = Object.keys(REGIMES) as Regime[]
  const named = all.filter((regime) => regimes.includes(regime))
  return named.length === all.length ? '全部' : named.map((regime) => REGIMES[regime].label).join('、')
}

function DayTags({ id, value = [], onChange }: { id?: string; value?: string[]; onChange?: (days: string[]) => void }) {
  return (
    <Select
      {...(id ? { id } : {})}
      mode="tags"
      open={false}
      suffix={null}
      value={value}
      placeholder="例如 2026-10-01"
      tokenSeparators={[',', '，', '、', ' ', ';', '；']}
      onChange={(days: string[]) => onChange?.([...new Set(days)].toSorted())}
    />
  )
}
