import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { trimZeros } from '#contract/money.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import * as c from '../contract/indicators.ts'
import { DIRECTIONS, isSource, KINDS, type Measure, type Source, SOURCES } from '../rules/sources.ts'
import { optionsOf, sourceText, tabsOf, useKeeper } from './words.ts'

type Indicator = OutputOf<typeof c.indicatorPage>['rows'][number]
type Fields = InputOf<typeof c.createIndicator>['body']
/** A form asks for facts and for words under names of their own. */
interface Values extends Omit<Fields, 'source'> {
  facts?: string
  words?: string
}

/** What the own company measures suppliers by. */
export function Screen() {
  const isKeeper = useKeeper()
  const [edited, setEdited] = useState<Indicator | 'new' | null>(null)
  const turn = useAction(c.switchIndicator, { success: '已更新' })
  return (
    <>
      <ListScreen
        title="考核指标"
        endpoint={c.indicatorPage}
        rowKey={(row) => row.indicatorId}
        exportAs="考核指标"
        tabs={{ param: 'kind', tabs: tabsOf(KINDS) }}
        filters={[{ kind: 'text', name: 'keyword', label: '指标名称' }]}
        columns={[
          { key: 'name', title: '指标', width: 180, value: (row) => row.name },
          { key: 'kind', title: '类型', width: 100, value: (row) => KINDS[row.kind] },
          { key: 'source', title: '评分依据', value: (row) => aboutOf(row.source) },
          { key: 'full', title: '满分', kind: 'number', width: 80, value: (row) => trimZeros(row.fullMarks) },
          {
            key: 'direction',
            title: '方向',
            width: 130,
            value: (row) => `${DIRECTIONS[row.direction]}${row.step ? `，每次扣 ${trimZeros(row.step)} 分` : ''}`,
          },
          {
            key: 'active',
            title: '状态',
            width: 90,
            value: (row) => (row.isActive ? '启用' : '停用'),
            render: (row) => (
              <StatusTag label={row.isActive ? '启用' : '停用'} tone={row.isActive ? 'success' : 'neutral'} />
            ),
          },
        ]}
        rowActions={(row) =>
          isKeeper
            ? [
                { label: '编辑', onClick: () => setEdited(row) },
                {
                  label: row.isActive ? '停用' : '启用',
                  onClick: () =>
                    turn.run({ params: { indicatorId: row.indicatorId }, body: { isActive: !row.isActive } }),
                },
              ]
            : []
        }
        {...(isKeeper && { primary: { label: '新增指标', onClick: () => setEdited('new') } })}
        empty={{ title: '还没有考核指标', hint: '主观指标由评分人打分，客观指标由平台记录计算' }}
      />
      {edited && <IndicatorDrawer {...(edited !== 'new' && { indicator: edited })} onClose={() => setEdited(null)} />}
    </>
  )
}

const aboutOf = (source: string) =>
  isSource(source) ? `${SOURCES[source].label}：${SOURCES[source].about}` : sourceText(source)

const measureOf = (values: Record<string, unknown>): Measure | null =>
  values.kind === 'objective' && isSource(String(values.facts)) ? SOURCES[String(values.facts) as Source].measure : null

const FIELDS: Field[] = [
  { kind: 'text', name: 'name', label: '指标名称', required: true, maxLength: 60 },
  { kind: 'radio', name: 'kind', label: '类型', required: true, options: optionsOf(KINDS) },
  {
    kind: 'select',
    name: 'facts',
    label: '数据来源',
    required: true,
    options: Object.entries(SOURCES).map(([value, { label }]) => ({ value, label })),
    help: '只计入考核期内已有结果或已流标的采购单',
    when: (values) => values.kind === 'objective',
  },
  {
    kind: 'area',
    name: 'words',
    label: '评分依据',
    required: true,
    maxLength: 300,
    rows: 3,
    help: '评分人按此打分，如：响应是否及时、问题是否一次解决',
    when: (values) => values.kind === 'subjective',
  },
  {
    kind: 'radio',
    name: 'direction',
    label: '方向',
    options: [
      { value: 'more', label: '打多少得多少' },
      { value: 'less', label: '打多少扣多少' },
    ],
    when: (values) => values.kind === 'subjective',
  },
  { kind: 'text', name: 'fullMarks', label: '满分', required: true, maxLength: 6 },
  {
    kind: 'text',
    name: 'step',
    label: '每次扣分',
    required: true,
    maxLength: 6,
    when: (values) => measureOf(values) === 'count',
  },
  {
    kind: 'text',
    name: 'step',
    label: '每高 1% 扣分',
    required: true,
    maxLength: 6,
    when: (values) => measureOf(values) === 'price',
  },
]

function IndicatorDrawer({ indicator, onClose }: { indicator?: Indicator; onClose: () => void }) {
  const create = useAction(c.createIndicator, { success: '指标已新增' })
  const update = useAction(c.updateIndicator, { success: '指标已修改，已有模板版本不变' })
  return (
    <FormDrawer<Values>
      title={indicator ? `编辑指标：${indicator.name}` : '新增指标'}
      label="保存"
      initial={
        indicator
          ? {
              ...indicator,
              fullMarks: trimZeros(indicator.fullMarks),
              step: indicator.step && trimZeros(indicator.step),
              ...(indicator.kind === 'objective' ? { facts: indicator.source } : { words: indicator.source }),
            }
          : { kind: 'subjective', direction: 'more', fullMarks: '100' }
      }
      fields={FIELDS}
      run={({ name, kind, facts = '', words = '', fullMarks, direction = 'more', step = null }) => {
        const source = kind === 'objective' ? facts : words
        const body = { name, kind, source, fullMarks, direction, step: kind === 'objective' ? step || null : null }
        return indicator ? update.run({ params: { indicatorId: indicator.indicatorId }, body }) : create.run({ body })
      }}
      onClose={onClose}
    />
  )
}
