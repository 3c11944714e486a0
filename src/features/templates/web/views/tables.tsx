import { Aggregation, PriceBase, ReviewMethod, WayType } from '#features/evaluation/rules/enums.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { ContentOf } from '../../contract/content.ts'
import type { TemplateKind } from '../../rules/kinds.ts'
import { sheetColumns } from '../../rules/sheet-columns.ts'
import { partWords } from '#features/evaluation/rules/part-score.ts'
import { BILL_LABELS, COLUMN_TYPE_LABELS, FORMULAS, PARAMETER_TYPE_LABELS } from '../../rules/words.ts'

/** The kinds that are tables. */
export function TableView({ kind, content }: { kind: TemplateKind; content: ContentOf }) {
  if (kind === 'material') return <Material {...(content as ContentOf<'material'>)} />
  if (kind === 'selection') return <Selection {...(content as ContentOf<'selection'>)} />
  return <Parameters {...(content as ContentOf<'demands-parameter'>)} />
}

function Material(content: ContentOf<'material'>) {
  const types = sheetColumns(content)
  return (
    <div>
      <DataTable
        label="清单列"
        rows={content.columns.map((column, i) => ({
          ...column,
          i,
          sheetType: types[i]!.type,
          must: types[i]!.required,
        }))}
        rowKey={(r) => String(r.i)}
        columns={[
          {
            key: 'title',
            title: '列',
            width: 150,
            render: (r) => (
              <>
                {r.title || '（无标题）'}
                {r.must && <b className="kb-bad"> *</b>}
                <small className="kb-block">{r.field === '' ? '自定义列' : `清单字段：${BILL_LABELS[r.field]}`}</small>
              </>
            ),
          },
          {
            key: 'type',
            title: '类型',
            value: (r) => [COLUMN_TYPE_LABELS[r.sheetType], r.unit].filter(Boolean).join('，'),
          },
          { key: 'hint', title: '填写提示', value: (r) => r.hint },
          { key: 'example', title: '示例', value: (r) => r.example },
        ]}
      />
    </div>
  )
}

function Selection({ reviewMethod, committeeSize, ways, price }: ContentOf<'selection'>) {
  return (
    <div>
      <p>
        {ReviewMethod.label(reviewMethod)}　评标委员会 {committeeSize} 人
      </p>
      {ways.map((way, i) => (
        <section key={i}>
          <h4 className="kb-above-12 kb-below-4">
            {way.name || WayType.label(way.type)}
            <small className="kb-before-8">
              {way.itemKind === 2 ? `满分 ${way.fullMark || '0'} 分` : '通过或不通过'}
              {way.itemKind === 2 && !way.isAutomatic ? `，${Aggregation.label(way.aggregation)}` : ''}
              {way.itemKind === 2 ? `，${partWords(way.scoreDigits ?? null)}` : ''}
            </small>
          </h4>
          {way.isAutomatic ? (
            <p>
              {PriceBase.label(price.baseKind)}；{FORMULAS[price.formula]}
            </p>
          ) : (
            <DataTable
              label={`${way.name}评审项`}
              rows={way.items.map((item, k) => ({ ...item, k }))}
              rowKey={(r) => String(r.k)}
              columns={[
                { key: 'name', title: '评审项', value: (r) => r.name || '（未填）' },
                { key: 'standard', title: '标准', value: (r) => r.standard },
                ...(way.itemKind === 2
                  ? [
                      {
                        key: 'mark',
                        title: '分值',
                        kind: 'number' as const,
                        width: 64,
                        value: (r: { fullMark: string }) => r.fullMark,
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </section>
      ))}
    </div>
  )
}

function Parameters({ groups }: ContentOf<'demands-parameter'>) {
  return (
    <div>
      {groups.map((group, i) => (
        <section key={i}>
          <h4 className="kb-above-12 kb-below-4">{group.name || `第 ${i + 1} 组`}</h4>
          <DataTable
            label={group.name}
            rows={group.fields.map((field, k) => ({ ...field, k }))}
            rowKey={(r) => String(r.k)}
            columns={[
              { key: 'name', title: '参数', value: (r) => `${r.isKey ? '★ ' : ''}${r.name || '（未填）'}` },
              { key: 'type', title: '类型', width: 90, value: (r) => PARAMETER_TYPE_LABELS[r.type] },
              { key: 'limits', title: '要求', value: limitsOf },
              { key: 'required', title: '必填', width: 56, value: (r) => (r.required ? '是' : '否') },
            ]}
          />
        </section>
      ))}
    </div>
  )
}

function limitsOf({
  type,
  min,
  max,
  unit,
  options,
  hint,
}: ContentOf<'demands-parameter'>['groups'][number]['fields'][number]) {
  const range = type === 'choice' ? options.join('、') : min || max ? `${min || '—'} 至 ${max || '—'}` : ''
  return [range && `${range}${type === 'choice' ? '' : ` ${unit}`}`, !range && unit, hint].filter(Boolean).join('；')
}
