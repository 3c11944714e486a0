import { totalLabel } from '#contract/page.ts'
import { tr } from '#web/kit/labels.ts'

interface ScopeTabsProps<T extends string> {
  label: string
  tabs: readonly { value: T; label: string; count?: number }[]
  value: T
  onChange: (value: T) => void
}

/** Tabs with counts, e.g. 我的 and 本企业. */
export function ScopeTabs<T extends string>({ label, tabs, value, onChange }: ScopeTabsProps<T>) {
  return (
    <div className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule" role="group" aria-label={tr(label)}>
      {tabs.map((tab) => (
        <button key={tab.value} type="button" aria-pressed={tab.value === value} onClick={() => onChange(tab.value)}>
          {tr(tab.label)}
          {tab.count !== undefined && (
            <span className="kb-tabs-count kb-size-12 kb-before-8 kb-soft kb-regular">{totalLabel(tab.count)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
