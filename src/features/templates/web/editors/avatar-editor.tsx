import { Input, Radio, Select, Slider } from 'antd'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { HostPicture } from '#web/kit/avatar/host-picture.tsx'
import { useVoices } from '#web/kit/avatar/speech.ts'
import type { ContentOf } from '../../contract/content.ts'
import { type Moment, MOMENT_NAMES, MOMENTS } from '../../rules/moments.ts'
import { lineAt } from '../../rules/texts.ts'
import { LOOKS } from '../../rules/words.ts'
import { pictureOf } from '../avatar/picture.ts'
import type { EditorProps } from './editor-props.ts'
import { PlaceholderInput, Problems } from './texts.tsx'

type Avatar = ContentOf<'ai-avatar'>

/** The digital host: how it looks and sounds, and what it says at each moment of an opening. */
export function AvatarEditor({ content, findings, onChange }: EditorProps<'ai-avatar'>) {
  const { host, voice, lines } = content
  const voices = useVoices()
  const setHost = (part: Partial<Avatar['host']>) => onChange({ ...content, host: { ...host, ...part } })
  const setVoice = (part: Partial<Avatar['voice']>) => onChange({ ...content, voice: { ...voice, ...part } })
  const setLine = (moment: Moment, text: string) => onChange({ ...content, lines: { ...lines, [moment]: text } })
  return (
    <>
      <section className="kb-section">
        <h2>数字主持人</h2>
        <div className="tpl-host kb-flex kb-gap-24">
          <HostPicture host={host} picture={pictureOf(host)} />
          <div className="tpl-grid kb-size-13">
            <label data-path="host.name">
              名称
              <Input
                aria-label="主持人名称"
                value={host.name}
                maxLength={20}
                onChange={(event) => setHost({ name: event.target.value })}
              />
              <Problems problems={findings.filter((one) => one.path === 'host.name')} />
            </label>
            <div>
              形象
              <Radio.Group
                aria-label="主持人形象"
                value={host.look}
                options={Object.entries(LOOKS).map(([value, label]) => ({ value, label }))}
                onChange={(event) => setHost({ look: event.target.value as Avatar['host']['look'] })}
              />
            </div>
            <div className="kb-span">
              自有图片（选填，代替以上形象）
              <FileUpload
                use="template-picture"
                most={1}
                accept=".png,.jpg,.jpeg"
                value={host.picture ? [host.picture] : []}
                onChange={(files: FileRef[]) => {
                  const file = files.at(-1)
                  setHost({ picture: file ? { fileId: file.fileId, name: file.name, size: file.size } : null })
                }}
              />
            </div>
          </div>
        </div>
      </section>
      <section className="kb-section">
        <h2>音色</h2>
        <p className="kb-section-hint kb-hint">由开标大厅所在浏览器播报；所选音色不可用时使用该浏览器的中文语音。</p>
        <div className="tpl-grid kb-size-13">
          <label>
            语音
            <Select
              aria-label="语音"
              value={voice.name}
              options={[
                { value: '', label: '自动（浏览器的中文语音）' },
                ...voices.map(({ name }) => ({ value: name, label: name })),
                ...(voice.name && !voices.some(({ name }) => name === voice.name)
                  ? [{ value: voice.name, label: `${voice.name}（本机没有）` }]
                  : []),
              ]}
              onChange={(name) => setVoice({ name })}
            />
          </label>
          {(
            [
              ['rate', '语速', 50, 200],
              ['pitch', '音调', 50, 150],
              ['volume', '音量', 0, 100],
            ] as const
          ).map(([name, label, min, max]) => (
            <label key={name}>
              {label} {voice[name]}%
              <Slider
                ariaLabelForHandle={label}
                min={min}
                max={max}
                step={5}
                value={voice[name]}
                tooltip={{ open: false }}
                onChange={(value) => setVoice({ [name]: value })}
              />
            </label>
          ))}
        </div>
      </section>
      <section className="kb-section">
        <h2>播报语句</h2>
        <p className="kb-section-hint kb-hint">
          留空的环节不播报。开标前不得播报投标人的名称和数量，相应占位符不可用。
        </p>
        {MOMENT_NAMES.map((moment) => (
          <div key={moment} className="tpl-line kb-size-13 kb-pad-y-4">
            <span className="kb-pad-y-4 kb-muted">{MOMENTS[moment].label}</span>
            <PlaceholderInput
              {...lineAt(moment)}
              label={MOMENTS[moment].label}
              value={lines[moment] ?? ''}
              rows={1}
              maxLength={500}
              findings={findings}
              onChange={(text) => setLine(moment, text)}
            />
          </div>
        ))}
      </section>
    </>
  )
}
