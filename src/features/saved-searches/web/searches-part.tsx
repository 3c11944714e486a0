import { Button, Dropdown, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { CATEGORIES } from '#features/procurement/rules/enums.ts'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { changeSearch, dropSearch, latestSubscription, MOST_SEARCHES, savedSearches, saveSearch } from '../contract.ts'
import './saved-searches.css'

type Kept = OutputOf<typeof savedSearches>
type Saved = Kept['searches'][number]
type Filters = Pick<Saved, 'keyword' | 'category' | 'region'>

/** Where memberships are sold. */
const SERVICES = '/services/platform-points/list'

const FILTERS = ['keyword', 'category', 'region'] as const satisfies readonly (keyof Filters)[]

/** What the person looks for again and again, above the list; the filters that stand on it can be kept. */
export function Part() {
  const [address, setAddress] = useSearchParams()
  const [dialog, setDialog] = useState<'new' | Saved | null>(null)
  const kept = useCall(savedSearches, {}).data
  if (!kept) return null
  const { searches: saved, groups } = kept
  const asked = Object.fromEntries(FILTERS.map((name) => [name, address.get(name) ?? ''])) as Filters
  const isAsked = FILTERS.some((name) => asked[name] !== '')
  const shown = saved.find((one) => FILTERS.every((name) => one[name] === asked[name]))
  const apply = (one: Filters | undefined) =>
    setAddress(Object.fromEntries(FILTERS.flatMap((name) => (one?.[name] ? [[name, one[name]]] : []))))
  const refusal = whyNot({ isAsked, shown, count: saved.length })
  return (
    <section className="saved-search-row kb-flex kb-gap-8 kb-wrap kb-below-12" aria-label="保存的搜索">
      <span className="kb-muted">保存的搜索</span>
      {saved.map((one) => (
        <Chip
          key={one.searchId}
          search={one}
          isShown={one === shown}
          onApply={() => apply(one === shown ? undefined : one)}
          onRename={() => setDialog(one)}
        />
      ))}
      <Tooltip title={refusal}>
        <Button type="dashed" size="small" disabled={refusal !== null} onClick={() => setDialog('new')}>
          保存当前筛选
        </Button>
      </Tooltip>
      {saved.length === 0 && <span className="kb-note">保存后，有符合条件的新公告会提醒您</span>}
      <Groups {...kept} />
      <Unread />
      {dialog === 'new' && (
        <SaveDialog filters={asked} isFull={tellingOf(saved) >= (groups ?? Infinity)} onClose={() => setDialog(null)} />
      )}
      {dialog && dialog !== 'new' && <RenameDialog search={dialog} onClose={() => setDialog(null)} />}
    </section>
  )
}

/** How many of them the person is told by. */
function tellingOf(saved: readonly Saved[]): number {
  return saved.filter(({ isTelling }) => isTelling).length
}

/** What the newest search that tells has found and nobody has read yet. */
function Unread() {
  const latest = useCall(latestSubscription).data
  if (!latest || latest.unread === 0) return null
  return (
    <Link className="kb-inline-link kb-size-12" to="/notice">
      “{latest.name}”有 {latest.unread} 条未读提醒
    </Link>
  )
}

/** How many of the subscriptions that the company's membership gives are used, and the way to more. */
function Groups({ searches, groups }: Kept) {
  if (groups === null || searches.length === 0) return null
  const telling = tellingOf(searches)
  const paused = searches.filter(({ isPaused }) => isPaused).length
  return (
    <span className="kb-note">
      招标订阅 {Math.min(telling, groups)}/{groups} 组{paused > 0 && `，${paused} 组已暂停`}
      {telling >= groups && (
        <>
          {' · '}
          <Link className="kb-inline-link" to={SERVICES}>
            升级会员
          </Link>
        </>
      )}
    </span>
  )
}

function whyNot({ isAsked, shown, count }: { isAsked: boolean; shown: Saved | undefined; count: number }) {
  if (!isAsked) return '请先在下方填写名称、类别或地区'
  if (shown) return `当前筛选已保存为“${shown.name}”`
  return count >= MOST_SEARCHES ? `最多保存 ${MOST_SEARCHES} 个搜索，请先删除不再使用的` : null
}

interface ChipProps {
  search: Saved
  /** Its filters stand on the list. */
  isShown: boolean
  onApply: () => void
  onRename: () => void
}

function Chip({ search, isShown, onApply, onRename }: ChipProps) {
  const { searchId, name, isTelling, isPaused, toldCount, toldAt } = search
  const change = useAction(changeSearch, { overlay: false, success: isTelling ? '已停止提醒' : '已开启提醒' })
  const drop = useAction(dropSearch, { success: '已删除' })
  const params = { searchId }
  const remove = async () => {
    if (await ask({ title: `删除“${name}”？`, content: '删除后不再提醒符合条件的新公告', danger: true }))
      await drop.run({ params })
  }
  const items = [
    {
      key: 'told',
      disabled: true,
      label: toldAt ? `已提醒 ${toldCount} 次，最近 ${formatTime(toldAt)}` : '尚未提醒过',
    },
    { type: 'divider' as const },
    {
      key: 'telling',
      label: isTelling ? '停止提醒' : '开启提醒',
      onClick: () => void change.run({ params, body: { name, isTelling: !isTelling } }),
    },
    { key: 'rename', label: '改名', onClick: onRename },
    { key: 'delete', label: '删除', danger: true, onClick: () => void remove() },
  ]
  return (
    <Space.Compact size="small" className={isShown ? 'saved-search-active' : ''}>
      <Button aria-pressed={isShown} title={wordsOf(search)} onClick={onApply}>
        {name}
        <span className="kb-note">{isPaused ? '已暂停' : isTelling ? '提醒' : '不提醒'}</span>
      </Button>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button aria-label={`管理“${name}”`}>⋯</Button>
      </Dropdown>
    </Space.Compact>
  )
}

interface SaveDialogProps {
  filters: Filters
  /** No more searches may tell. */
  isFull: boolean
  onClose: () => void
}

function SaveDialog({ filters, isFull, onClose }: SaveDialogProps) {
  return (
    <ActionDialog
      title="保存当前筛选"
      endpoint={saveSearch}
      schema={saveSearch.body}
      initial={{ name: wordsOf(filters).slice(0, 20), isTelling: !isFull }}
      fields={[
        { kind: 'text', name: 'name', label: '名称', required: true, maxLength: 20 },
        { kind: 'switch', name: 'isTelling', label: '有符合条件的新公告时提醒我' },
      ]}
      input={(values: { name: string; isTelling: boolean }) => ({
        body: { ...values, ...filters },
      })}
      hint={
        <>
          筛选条件：{wordsOf(filters)}
          {isFull && (
            <>
              。可提醒的组数已用完，可先保存而不提醒，或
              <Link className="kb-inline-link" to={SERVICES}>
                升级会员
              </Link>
            </>
          )}
        </>
      }
      success="已保存"
      onClose={onClose}
    />
  )
}

function RenameDialog({ search: { searchId, name, isTelling }, onClose }: { search: Saved; onClose: () => void }) {
  return (
    <ActionDialog
      title="改名"
      endpoint={changeSearch}
      initial={{ name }}
      fields={[{ kind: 'text', name: 'name', label: '名称', required: true, maxLength: 20 }]}
      input={(values: { name: string }) => ({ params: { searchId }, body: { ...values, isTelling } })}
      success="已改名"
      onClose={onClose}
    />
  )
}

function wordsOf({ keyword, category, region }: Filters): string {
  return [keyword, category && CATEGORIES[category], region].filter(Boolean).join(' ')
}
