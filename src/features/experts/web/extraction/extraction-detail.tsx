import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { type Detail, DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { useDrawShare } from '#web/draw-share.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { EXPERT_KINDS, majorTree } from '../../contract.ts'
import {
  addPick,
  completeExtraction,
  deleteExtraction,
  drawExtraction,
  extractionDetail,
  giveUpExtraction,
} from '../../contract-extraction.ts'
import { AvoidOption, ExpertLibrary, ExtractionMode, ExtractionStatus } from '../../rules/enums.ts'
import { majorPath } from '../../rules/majors.ts'
import { REGIONS } from '../../rules/regions.ts'
import { TITLE_LEVELS } from '../../rules/titles.ts'
import { detailOf, KIND_ADDRESSES, type KindName, listOf } from './addresses.ts'
import { CallTable } from './call-table.tsx'
import { EXTRACTION_TONES } from './extraction-list.tsx'
import { PickFields, type Pick } from './pick-fields.tsx'
import '../experts.css'

// What recomputes a draw is needed once there is one.
const ProofSection = lazy(() => import('./proof-section.tsx').then((m) => ({ default: m.ProofSection })))

type Extraction = OutputOf<typeof extractionDetail>

/** One extraction: its terms, its draw, and how far it is. */
export function Screen({ name }: { name: KindName }) {
  const { extractionId = '' } = useParams()
  const query = useCall(extractionDetail, { params: { extractionId } }, { fresh: 0, every: 5_000 })
  const majors = useCall(majorTree)
  // Colleagues take part when they choose to; whoever draws does with the draw.
  const share = useDrawShare(extractionId, { joins: false, enabled: isWatched(query.data) })
  const act = useActs(name, extractionId, share)
  const byCode = new Map((majors.data ?? []).map((major) => [major.code, major]))
  return (
    <DetailScreen query={query} back={{ label: KIND_ADDRESSES[name].title, to: listOf(name) }}>
      {(row): Detail => ({
        title: row.title,
        status: (
          <StatusTag label={ExtractionStatus.label(row.status)} tone={EXTRACTION_TONES[row.status] ?? 'neutral'} />
        ),
        facts: [row.code, ExtractionMode.label(row.mode), `已接受 ${row.accepted} / ${row.wanted} 人`],
        deadline: { label: '评审时间', at: row.reviewAt },
        actions: row.actions,
        onAction: (action) => act(action, row),
        ...(row.failure ? { notice: <Failure text={row.failure} /> } : {}),
        sections: [
          row.calls.length > 0 && {
            key: 'calls',
            title: '专家与回复',
            content: (
              <>
                {!row.isRevealed && (
                  <p className="kb-muted">
                    名单保密：{formatTime(row.revealAt)} 公开姓名，此前以代号显示（《招标投标法》第三十七条）
                  </p>
                )}
                <CallTable extractionId={extractionId} calls={row.calls} />
              </>
            ),
          },
          {
            key: 'terms',
            title: '抽取条件',
            content: row.fields.conditions.length > 0 ? <Conditions row={row} majors={byCode} /> : <Picks row={row} />,
          },
          {
            key: 'basic',
            title: '评审安排与回避',
            content: (
              <FieldList
                items={[
                  ...(row.orderTitle ? [{ label: '项目', value: row.orderTitle }] : []),
                  { label: '评审时间', value: `${formatTime(row.reviewAt)}（北京时间）` },
                  { label: '地点', value: row.fields.place },
                  { label: '专家库', value: ExpertLibrary.label(row.library) },
                  { label: '回复时限', value: `${row.fields.replyMinutes} 分钟` },
                  { label: '通知', value: row.fields.byPlatform ? '平台通知' : '线下通知' },
                  { label: '名单', value: row.fields.isSecret ? '保密' : '不保密' },
                  { label: '始终回避', value: row.buyers.join('、'), wide: true },
                  {
                    label: '回避选项',
                    value: row.fields.avoidance.options.map((one) => AvoidOption.label(one)).join('；'),
                    wide: true,
                  },
                  {
                    label: '回避单位',
                    value: row.fields.avoidance.units.map((unit) => unit.name).join('、'),
                    wide: true,
                  },
                  {
                    label: '回避人员',
                    value: row.fields.avoidance.people.map((person) => person.name).join('、'),
                    wide: true,
                  },
                  { label: '备注', value: row.fields.note, wide: true },
                ]}
              />
            ),
          },
          (row.frozenAt !== null || row.drawnAt !== null) &&
            row.mode === ExtractionMode.values.random && {
              key: 'proof',
              title: '抽取验证',
              content: (
                <Suspense>
                  <ProofSection extractionId={extractionId} isDrawn={row.drawnAt !== null} />
                </Suspense>
              ),
            },
        ],
        side: (
          <>
            <SideBlock title="平台随机数承诺">
              <p className="kb-muted">在候选范围冻结前登记于审计链</p>
              <Fingerprint hex={row.seedHash} />
              {share.mayJoin && (
                <Button size="small" onClick={() => void share.join()}>
                  参与抽取（见证）
                </Button>
              )}
              {share.joined && row.drawnAt === null && (
                <p className="kb-muted">您的浏览器已登记随机数，抽取时请保持本页打开</p>
              )}
            </SideBlock>
            <SideBlock title="记录">
              <Timeline
                items={row.history.map((one, i) => ({
                  key: `${one.at}/${i}`,
                  at: one.at,
                  title: one.summary,
                  text: one.byName,
                }))}
              />
            </SideBlock>
          </>
        ),
      })}
    </DetailScreen>
  )
}

function useActs(
  name: KindName,
  extractionId: string,
  share: ReturnType<typeof useDrawShare>,
): (action: string, row: Extraction) => void | Promise<unknown> {
  const navigate = useNavigate()
  const params = { extractionId }
  const draw = useAction(drawExtraction, { success: '候选范围已冻结' })
  const remove = useAction(deleteExtraction, { success: '已删除' })
  const giveUp = useAction(giveUpExtraction, { success: '已终止' })
  const pick = useAction(addPick, { success: '已增补' })
  const complete = useAction(completeExtraction, { success: '已新建补充抽取' })
  return async (action, row) => {
    switch (action) {
      case 'edit':
        return navigate(`${listOf(name)}/form/${extractionId}`)
      case 'draw':
        await share.join()
        return draw.run({ params })
      case 'delete':
        return (await remove.run({ params })).ok ? navigate(listOf(name)) : undefined
      case 'complete': {
        const outcome = await complete.run({ params })
        return outcome.ok ? navigate(detailOf(name, outcome.data.extractionId)) : undefined
      }
      case 'giveUp':
        return askText({
          title: '终止抽取',
          hint: '未回复的专家将收到取消通知，抽取记为失败。',
          run: (reason) => giveUp.run({ params, body: { reason } }),
        })
      case 'pick':
        return openDialog<Pick>({
          title: '增补专家',
          content: (state) => <PickFields library={row.library} onChange={state.set} />,
          run: async (given) => {
            if (given?.expertId && given.reason.trim().length >= 2)
              return (await pick.run({ params, body: { expertId: given.expertId, reason: given.reason.trim() } })).ok
            toast.warning('请选择专家并填写原因')
            return false
          },
        })
      default:
        return undefined
    }
  }
}

function Failure({ text }: { text: string }) {
  return (
    <p className="kb-section" role="alert">
      <StatusTag label="抽取失败" tone="danger" /> {text}
    </p>
  )
}

function Conditions({ row, majors }: { row: Extraction; majors: Parameters<typeof majorPath>[1] }) {
  return (
    <DataTable
      label="抽取条件"
      rows={row.fields.conditions.map((condition, i) => ({ ...condition, rowNo: i + 1 }))}
      rowKey={(one) => String(one.rowNo)}
      columns={[
        { key: 'no', title: '组', width: 50, value: (one) => one.rowNo },
        {
          key: 'majors',
          title: '专业',
          value: (one) => one.majors.map((code) => majorPath(code, majors)).join('；') || '不限',
        },
        { key: 'kind', title: '类别', width: 90, value: (one) => (one.kind ? EXPERT_KINDS[one.kind] : '不限') },
        { key: 'region', title: '地区', width: 100, value: (one) => REGIONS[one.region] ?? '不限' },
        {
          key: 'level',
          title: '职称',
          width: 120,
          value: (one) => (one.level ? `${TITLE_LEVELS[one.level]}${one.level === 1 ? '' : '及以上'}` : '不限'),
        },
        { key: 'number', title: '人数', kind: 'number', width: 60, value: (one) => one.number },
        {
          key: 'pool',
          title: '候选范围',
          value: (one) => {
            const pool = row.pool.find((p) => p.rowNo === one.rowNo)
            if (!pool) return row.frozenAt === null && row.drawnAt === null ? '抽取时冻结' : '0 人'
            const out = pool.excluded.map((part) => `${part.reason} ${part.count} 人`).join('，')
            return `${pool.size} 人${out && `（另有${out}）`}`
          },
        },
      ]}
    />
  )
}

function Picks({ row }: { row: Extraction }) {
  return (
    <FieldList
      items={[
        {
          label: '直接确定',
          value: row.pickNames.map((one) => `${one.name}（${one.employer}）`).join('、'),
          wide: true,
        },
        { label: '理由', value: row.fields.pickReason, wide: true },
      ]}
    />
  )
}

/** A random draw that is not made yet. */
function isWatched(row: Extraction | undefined): boolean {
  return row !== undefined && row.mode === ExtractionMode.values.random && row.drawnAt === null && row.failure === ''
}
