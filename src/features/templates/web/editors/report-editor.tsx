import { moved, replaced, RowTools } from '#web/kit/edit-rows.tsx'
import { REPORT_SECTIONS, type ContentOf } from '../../contract/content.ts'
import { SECTION_LABELS } from '../../rules/words.ts'
import type { EditorProps } from './editor-props.ts'
import { AddMenu } from './rows.tsx'
import { PlaceholderInput, PlaceholderRichText, Problems } from './texts.tsx'

type Section = ContentOf<'review-report'>['sections'][number]

/** Chapters of the evaluation report: their order, titles and the words before the record. */
export function ReportEditor({ content, findings, onChange }: EditorProps<'review-report'>) {
  const { sections } = content
  const put = (next: Section[]) => onChange({ sections: next })
  const missing = REPORT_SECTIONS.filter((key) => key === 'text' || !sections.some((one) => one.key === key))
  return (
    <section className="kb-section" data-path="sections">
      <h2>章节</h2>
      <p className="kb-section-hint kb-hint">
        表格与评审结果由评审记录自动生成，不能修改；可调整顺序、标题，并在其前加说明文字。
      </p>
      <Problems problems={findings.filter((one) => one.path === 'sections')} />
      {sections.map((section, i) => {
        const set = (part: Partial<Section>) => put(replaced(sections, i, part))
        const label = `第 ${i + 1} 章`
        return (
          <fieldset
            key={`${section.key}${i}`}
            className="tpl-way kb-box kb-below-12 kb-shrink"
            aria-label={`${label} ${section.title}`}
          >
            <div className="tpl-way-head kb-row kb-start kb-wrap kb-below-8">
              <span className="tpl-way-type kb-pad-y-4 kb-strong">{SECTION_LABELS[section.key]}</span>
              <PlaceholderInput
                label={`${label}标题`}
                path={`sections.${i}.title`}
                place="report"
                value={section.title}
                maxLength={60}
                findings={findings}
                onChange={(title) => set({ title })}
              />
              <RowTools
                label={label}
                index={i}
                count={sections.length}
                onMove={(to) => put(moved(sections, i, to))}
                onRemove={() => put(sections.filter((_, j) => j !== i))}
              />
            </div>
            {section.intro === null && section.key !== 'text' ? (
              <button
                type="button"
                className="kb-size-13 kb-accent"
                onClick={() => set({ intro: { type: 'doc', content: [] } })}
              >
                ＋ 加说明文字
              </button>
            ) : (
              <PlaceholderRichText
                label={`${label}说明文字`}
                path={`sections.${i}.intro`}
                place="report"
                value={section.intro}
                findings={findings}
                onChange={(intro) => set({ intro })}
              />
            )}
          </fieldset>
        )
      })}
      <div className="kb-row kb-gap-12 kb-wrap kb-above-8">
        <AddMenu
          label="增加章节"
          options={missing.map((key) => ({ key, label: SECTION_LABELS[key] }))}
          onAdd={(key) =>
            put([
              ...sections,
              {
                key: key as Section['key'],
                title: key === 'text' ? '' : SECTION_LABELS[key as Section['key']],
                intro: null,
              },
            ])
          }
        />
      </div>
    </section>
  )
}
