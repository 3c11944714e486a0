import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { deleteExtraction, extractionPage } from '../../contract-extraction.ts'
import { ExpertLibrary, ExtractionMode, ExtractionStatus } from '../../rules/enums.ts'
import { detailOf, KIND_ADDRESSES, type KindName, listOf } from './addresses.ts'

export const EXTRACTION_TONES: Record<number, Tone> = { 0: 'neutral', 1: 'active', 2: 'success', 3: 'danger' }

/** Extractions of one kind. */
export function Screen({ name }: { name: KindName }) {
  const { kind, title } = KIND_ADDRESSES[name]
  const remove = useAction(deleteExtraction, { success: '已删除' })
  return (
    <ListScreen
      title={title}
      endpoint={extractionPage}
      fixed={{ query: { kind } }}
      rowKey={(r) => r.extractionId}
      exportAs={title}
      tabs={{
        param: 'status',
        tabs: [
          { value: '', label: '全部' },
          ...ExtractionStatus.options.map((one) => ({ value: String(one.value), label: one.label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '抽取',
          value: (r) => r.title,
          render: (r) => <MainCell title={r.title} code={r.code} to={detailOf(name, r.extractionId)} />,
        },
        { key: 'mode', title: '方式', width: 100, value: (r) => ExtractionMode.label(r.mode) },
        { key: 'library', title: '专家库', width: 120, value: (r) => ExpertLibrary.label(r.library) },
        {
          key: 'progress',
          title: '接受/需要',
          width: 100,
          align: 'right',
          value: (r) => `${r.accepted} / ${r.wanted}`,
        },
        { key: 'waiting', title: '待回复', kind: 'number', width: 80, value: (r) => r.waiting },
        { key: 'reviewAt', title: '评审时间', kind: 'time', width: 140, value: (r) => r.reviewAt },
        { key: 'by', title: '经办人', width: 90, value: (r) => r.createdByName },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (r) => ExtractionStatus.label(r.status),
          render: (r) => (
            <StatusTag label={ExtractionStatus.label(r.status)} tone={EXTRACTION_TONES[r.status] ?? 'neutral'} />
          ),
        },
      ]}
      rowActions={(r) =>
        r.status === ExtractionStatus.values.draft
          ? [
              { label: '编辑', to: `${listOf(name)}/form/${r.extractionId}` },
              {
                label: '删除',
                danger: true,
                confirm: '确认删除该抽取草稿？',
                onClick: () => remove.run({ params: { extractionId: r.extractionId } }),
              },
            ]
          : [{ label: '查看', to: detailOf(name, r.extractionId) }]
      }
      primary={{ label: '新建抽取', to: `${listOf(name)}/form` }}
      empty={{ title: '还没有专家抽取', hint: '设置条件和回避后随机抽取，专家回复不参加时自动递补' }}
    />
  )
}
