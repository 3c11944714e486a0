import { formatTime } from '#contract/time.ts'
import { FileList } from '#web/kit/file-list.tsx'
import type { Review } from '../contract.ts'

type Answers = Review['asks'][number]['answers']

/** What a supplier answered, newest first; earlier answers stay to be read. `path`: address of their files. */
export function AnswerList({ answers, path }: { answers: Answers; path: string }) {
  return answers.map((one, i) => (
    <div key={one.no} className="kb-answer kb-above-12">
      <p className="kb-note">
        {i === 0 ? '答复' : '此前的答复'}　{one.byName}　{formatTime(one.at, true)}
      </p>
      {one.content !== '' && <p className="kb-pre">{one.content}</p>}
      {one.files.length > 0 && <FileList files={one.files} pathOf={(file) => `${path}/${file.fileId}`} />}
    </div>
  ))
}
