"""The passwords that are tried first: those of at least eight characters, in small letters."""

from __future__ import annotations

_LIST = """
00000000 01234567 0123456789 11111111 1111111111 11223344 12121212 123123123 12341234 12344321 12345678
123456789 1234567890 1234567891 123456789a 12345678a 1234abcd 1234qwer 123mudar 12qwaszx 147258369 159753456
1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 33333333 44444444 55555555 66666666 77777777 87654321 88888888
987654321 9876543210 99999999 a1234567 a12345678 a1b2c3d4 aa123456 aaaaaaaa abc12345 abc123456 abcd1234 abcdefgh
access14 admin123 administrador administrator amorzinho asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl baseball
basketball blink182 botafogo brasil10 brasil123 buraco123 canastra canastra1 canastra123 changeme charlie1
computer corinthians corinthians1 cruzeiro deusefiel deusémeupai eminem123 estrela1 familia1 familia123
felicidade flamengo flamengo1 fluminense football fortaleza frederico gabriel1 gabriela guest123 gustavo1
iloveyou internacional internet jesus123 jesuscristo jesusteama joaopaulo letmein1 lindinha liverpool
mariaeduarda master12 meuamor1 michelle minhavida monkey12 motorola mudar123 mudar1234 mustang1 nintendo
p@ssw0rd p@ssword palmeiras palmeiras1 pass1234 passw0rd password password1 password12 password123 pokemon1
princesa princess professor q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerasdf qwerty12 qwerty123 qwerty1234
qwertyui qwertyuiop rafael123 samsung1 santos123 saopaulo saopaulo1 saopaulofc secret123 segredo1 segredo123
senha123 senha1234 senha12345 senha123456 senhasenha starwars sunshine superman teamo123 test1234 teste123
teste1234 trustno1 user1234 usuario1 vasco123 vascodagama vitoria1 welcome1 welcome123 whatever zaq12wsx
zxcvbnm1 zxcvbnm123
"""
COMMON = frozenset(_LIST.split())
"""A short list against carelessness; what it lacks is made up for by the limits on attempts."""
