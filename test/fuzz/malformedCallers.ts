/** Requests of a caller who may not call: no token, a web page, a broken login. */

import { TEMPLATES } from './malformedParts.ts'
import { pick, type Kind, type RequestWriter } from './requestWriter.ts'

export function malformedCallers({ random, request, token }: RequestWriter): readonly Kind[] {
  return [
    [
      'token',
      5,
      [401],
      () => {
        const { method, path, body } = pick(random, TEMPLATES)
        const forged = `${token.slice(0, -3)}${pick(random, ['AAA', '', '...', 'é'])}`
        return request(method, path, JSON.stringify(body), {
          Authorization: pick(random, [
            '',
            'Bearer',
            'Bearer null',
            `Basic ${token}`,
            `Bearer ${forged}`,
            `Bearer ${token} ${token}`,
          ]),
        })
      },
    ],
    [
      'web page',
      2,
      [403],
      () => {
        const { method, path, body } = pick(random, TEMPLATES)
        const headers = pick(random, [
          { Origin: 'https://evil.example' },
          { Host: 'evil.example' },
          { Origin: 'null' },
        ])
        return request(method, path, JSON.stringify(body), headers)
      },
    ],
    [
      'login',
      3,
      [400, 422],
      () =>
        request(
          'POST',
          '/auth/jwt/login',
          pick(random, [
            '',
            'username=a',
            'password=b',
            'username=&password=',
            'username=a&password=b',
            '{"username":"a"}',
            '%',
            '&&&='.repeat(50),
          ]),
          {
            'Content-Type': pick(random, [
              'application/x-www-form-urlencoded',
              'application/json',
              'text/plain',
            ]),
          },
        ),
    ],
  ]
}
